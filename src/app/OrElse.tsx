import { Component, type ReactNode } from 'react';

interface OrElseProps {
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** A chunk that does not come is an error of React's rendering, which only a class can catch. */
export class OrElse extends Component<OrElseProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
