package tessera.demo.control.gpu;

import tessera.demo.control.container.SimulatedContainerActivityLog;
import tessera.demo.control.loop.ControllerResourceTypes;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.node.SimulatedKubelets;
import tessera.demo.control.node.SimulatedNodeMachines;

/**
 * Dependencies shared by the controllers of the GPU stack.
 *
 * @param containerLogs what operands write about what they do
 * @param lean    whether the cluster is so large that only the most important operands have pods; the others do their work
 *             without
 */
public record SimulatedGpuStackContext(SimulatedControlLoop loop, ControllerResourceTypes types,
        SimulatedControllerPodCache pods, SimulatedNodeMachines machines,
        SimulatedKubelets kubelets, SimulatedContainerActivityLog containerLogs,
        boolean lean) {}
