package tessera.demo.control.gpu;

import tessera.demo.control.container.RecordedContainerLogs;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.node.KubeletSimulator;
import tessera.demo.control.node.NodeMachines;

/**
 * Dependencies shared by the controllers of the GPU stack.
 *
 * @param containerLogs what operands write about what they do
 * @param lean    whether the cluster is so large that only the most important operands have pods; the others do their work
 *             without
 */
public record GpuStackContext(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods, NodeMachines machines,
        KubeletSimulator kubelets, RecordedContainerLogs containerLogs,
        boolean lean) {}
