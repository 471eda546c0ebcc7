package tessera.demo.control.gpu;

import tessera.demo.control.container.Diaries;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.control.loop.Pods;
import tessera.demo.control.node.Kubelets;
import tessera.demo.control.node.Machines;

/**
 * What the controllers of the GPU stack stand on.
 *
 * @param diaries what operands write about what they do
 * @param lean    whether the cluster is so large that only the most important operands have pods; the others do their work
 *             without
 */
public record Ground(Loop loop, Kinds kinds, Pods pods, Machines machines, Kubelets kubelets, Diaries diaries,
        boolean lean) {}
