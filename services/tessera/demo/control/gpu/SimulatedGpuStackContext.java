package tessera.demo.control.gpu;

import tessera.demo.control.SimulatedControllerContext;
import tessera.demo.control.SimulatedKubeletHeartbeats;
import tessera.demo.control.SimulatedKubelets;
import tessera.demo.control.container.SimulatedContainerActivityLog;

/**
 * Dependencies shared by the controllers of the GPU stack.
 *
 * @param containerLogs what operands write about what they do
 * @param lean    whether the cluster is so large that only the most important operands have pods; the others do their work
 *             without
 */
public record SimulatedGpuStackContext(SimulatedControllerContext controllers, SimulatedKubeletHeartbeats machines,
        SimulatedKubelets kubelets, SimulatedContainerActivityLog containerLogs, boolean lean) {}
