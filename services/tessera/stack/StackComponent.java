package tessera.stack;

import java.util.Arrays;
import java.util.Optional;
import tessera.model.DeployGates;
import tessera.model.PodFacts;

/** A link of the chain that makes a node's GPUs usable, in the order in which they start. */
public enum StackComponent {
    DISCOVERY("Discovery", "node-feature-discovery", "", ""),
    DRIVER("Driver", "nvidia-driver-daemonset", "driver", "state-driver"),
    TOOLKIT("Toolkit", "nvidia-container-toolkit-daemonset", "container-toolkit", "state-container-toolkit"),
    VALIDATOR("Validator", "nvidia-operator-validator", "operator-validator", "state-operator-validation"),
    PLUGIN("Device plugin", "nvidia-device-plugin-daemonset", "device-plugin", "state-device-plugin"),
    FEATURES("GPU discovery", "gpu-feature-discovery", "gpu-feature-discovery", "gpu-feature-discovery"),
    EXPORTER("Exporter", "nvidia-dcgm-exporter", "dcgm-exporter", "state-dcgm-exporter"),
    MIG("MIG manager", "nvidia-mig-manager", "mig-manager", "state-mig-manager");

    private static final String PART = "app.kubernetes.io/component";
    private static final String NAME = "app.kubernetes.io/name";

    private final String title;
    private final String app;
    private final String gate;
    private final String state;

    StackComponent(String title, String app, String gate, String state) {
        this.title = title;
        this.app = app;
        this.gate = gate;
        this.state = state;
    }

    public String title() {
        return title;
    }

    /** The label of a node that lets it onto the node; empty for what needs none. */
    public String gate() {
        return gate.isEmpty() ? "" : DeployGates.PREFIX + gate;
    }

    String shortGate() {
        return gate;
    }

    /** What must work before it can start; empty for the first. */
    public Optional<StackComponent> after() {
        return switch (this) {
            case DISCOVERY -> Optional.empty();
            case DRIVER -> Optional.of(DISCOVERY);
            case TOOLKIT -> Optional.of(DRIVER);
            case VALIDATOR, PLUGIN, FEATURES, EXPORTER, MIG -> Optional.of(TOOLKIT);
        };
    }

    /** Whether a pod is one of its pods. */
    public boolean owns(PodFacts pod) {
        return switch (this) {
            case DISCOVERY -> app.equals(pod.labels().get(NAME)) && "worker".equals(pod.labels().get("role"));
            // The name of its DaemonSet may end in a system and a kernel.
            case DRIVER -> app.equals(pod.labels().get("app")) || "nvidia-driver".equals(pod.labels().get(PART));
            default -> app.equals(pod.labels().get("app"));
        };
    }

    /** Whether a DaemonSet of this name runs its pods. */
    public boolean runsAs(String daemonSet) {
        return this == DISCOVERY ? daemonSet.endsWith(app + "-worker")
                : daemonSet.equals(app) || (this == DRIVER && daemonSet.startsWith("nvidia-driver-daemonset-"));
    }

    /** The one that the operator means by the name of a state. */
    public static Optional<StackComponent> ofState(String name) {
        return Arrays.stream(values()).filter(component -> component.state.equals(name) && !name.isEmpty())
                .findFirst();
    }
}
