package tessera.demo.control.gpu;

import tessera.demo.control.container.SimulatedContainerActivityLog;
import tessera.demo.control.loop.SimulatedControllerContext;
import tessera.demo.control.node.SimulatedKubeletHeartbeats;
import tessera.demo.control.node.SimulatedKubelets;

/**
 * Dependencies shared by the controllers of the GPU stack.
 *
 * @param containerLogs what operands write about what they do
 * @param lean    whether the cluster is so large that only the most important operands have pods; the others do their work
 *             without
 */
public record SimulatedGpuStackContext(SimulatedControllerContext controllers, SimulatedKubeletHeartbeats machines,
        SimulatedKubelets kubelets, SimulatedContainerActivityLog containerLogs, boolean lean) {}
