package tessera.stack;

import java.util.Arrays;
import java.util.Optional;
import tessera.model.OperandDeployLabels;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A component that makes a node's GPUs usable, in the order in which components start. */
public enum GpuStackComponent {
    DISCOVERY("Discovery", "node-feature-discovery", "", ""),
    DRIVER("Driver", "nvidia-driver-daemonset", "driver", "state-driver"),
    TOOLKIT("Toolkit", "nvidia-container-toolkit-daemonset", "container-toolkit", "state-container-toolkit"),
    VALIDATOR("Validator", "nvidia-operator-validator", "operator-validator", "state-operator-validation"),
    PLUGIN("Device plugin", "nvidia-device-plugin-daemonset", "device-plugin", "state-device-plugin"),
    FEATURES("GPU discovery", "gpu-feature-discovery", "gpu-feature-discovery", "gpu-feature-discovery"),
    EXPORTER("Exporter", "nvidia-dcgm-exporter", "dcgm-exporter", "state-dcgm-exporter"),
    MIG("MIG manager", "nvidia-mig-manager", "mig-manager", "state-mig-manager");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackComponent.class);
    private static final String PART = "app.kubernetes.io/component";
    private static final String NAME = "app.kubernetes.io/name";

    private final String operandName;
    private final String app;
    private final String deployLabel;
    private final String state;

    GpuStackComponent(String operandName, String app, String deployLabel, String state) {
        this.operandName = operandName;
        this.app = app;
        this.deployLabel = deployLabel;
        this.state = state;
    }

    public String title() {
        return MESSAGES.text("component", this);
    }

    /** Returns the name of its operand in the catalogs of operands and of failures. */
    String operandName() {
        return operandName;
    }

    /** Returns the node label that admits it to a node; empty for none. */
    public String gateLabel() {
        return OptionalText.prefixed(OperandDeployLabels.PREFIX, deployLabel);
    }

    String shortGateLabel() {
        return deployLabel;
    }

    /** Returns the component that must work before it can start; empty for the first. */
    public Optional<GpuStackComponent> predecessor() {
        return switch (this) {
            case DISCOVERY -> Optional.empty();
            case DRIVER -> Optional.of(DISCOVERY);
            case TOOLKIT -> Optional.of(DRIVER);
            case VALIDATOR, PLUGIN, FEATURES, EXPORTER, MIG -> Optional.of(TOOLKIT);
        };
    }

    /** Returns whether a pod belongs to the component. */
    public boolean ownsPod(PodSummary pod) {
        return switch (this) {
            case DISCOVERY -> app.equals(pod.labels().get(NAME)) && "worker".equals(pod.labels().get("role"));
            // The name of its DaemonSet may end in a system and a kernel.
            case DRIVER -> app.equals(pod.labels().get("app")) || "nvidia-driver".equals(pod.labels().get(PART));
            default -> app.equals(pod.labels().get("app"));
        };
    }

    /** Returns whether a DaemonSet of this name runs its pods. */
    public boolean ownsDaemonSet(String daemonSet) {
        if (this == DISCOVERY) {
            return daemonSet.endsWith(app + "-worker");
        }
        return daemonSet.equals(app) || (this == DRIVER && daemonSet.startsWith("nvidia-driver-daemonset-"));
    }

    /** Returns the component of an operator state; empty for an unknown name. */
    public static Optional<GpuStackComponent> fromStateName(String name) {
        return Arrays.stream(values()).filter(component -> component.state.equals(name) && !name.isEmpty()).findFirst();
    }
}
