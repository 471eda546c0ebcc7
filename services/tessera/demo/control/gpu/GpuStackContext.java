package tessera.demo.control.gpu;

import tessera.demo.control.container.ContainerDiaries;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.node.KubeletSimulator;
import tessera.demo.control.node.NodeMachines;

/**
 * What the controllers of the GPU stack stand on.
 *
 * @param diaries what operands write about what they do
 * @param lean    whether the cluster is so large that only the most important operands have pods; the others do their work
 *             without
 */
public record GpuStackContext(ControlLoop loop, ControllerKinds kinds, KnownPods pods, NodeMachines machines,
        KubeletSimulator kubelets, ContainerDiaries diaries,
        boolean lean) {}
