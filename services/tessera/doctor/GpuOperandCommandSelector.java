package tessera.doctor;

import java.util.List;
import java.util.Set;
import tessera.stack.GpuStackObjects;
import tessera.stack.NodeGpuStackComponent;

/** The commands about workloads of a GPU stack, as far as they can work. */
final class GpuOperandCommandSelector {

    /** How a pod fares of which no container was created yet: there is no log to read. */
    private static final Set<String> NOT_CREATED = Set.of("Pending", "ContainerCreating", "PodInitializing",
            "ImagePullBackOff", "ErrImagePull", "InvalidImageName", "CreateContainerConfigError",
            "CreateContainerError");
    private static final String BY_HELM = "tessera plan operator ";

    private GpuOperandCommandSelector() {}

    /** Returns the commands that can work in this cluster: only a Helm release can be changed by Helm. */
    static List<String> applicableCommands(List<String> commands, GpuStackObjects objects) {
        boolean helm = objects.release().result().flatMap(each -> each).isPresent();
        return commands.stream().filter(command -> helm || !command.startsWith(BY_HELM)).toList();
    }

    /** Returns the commands that show the state of a component's pod. */
    static List<String> inspectionCommands(NodeGpuStackComponent stackComponent) {
        var pod = stackComponent.pod();
        if (pod == null) {
            return List.of("tessera stack -o wide");
        }
        if (NOT_CREATED.contains(pod.status())) {
            return List.of("tessera doctor --pod " + pod.key());
        }
        return List.of("tessera logs %s --all-containers --tail=50".formatted(pod.key()));
    }
}
