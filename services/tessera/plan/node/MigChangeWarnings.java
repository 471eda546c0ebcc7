package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.plan.context.PlanTargetNode;

/** Warnings about the side effects of a MIG change: a node reboot, and clients that are stopped. */
final class MigChangeWarnings {

    private static final String FAMILY = "nvidia.com/gpu.family";
    private static final String MAJOR = "nvidia.com/gpu.compute.major";

    private MigChangeWarnings() {}

    /**
     * Returns the warnings for a node whose MIG mode changes, or may change.
     *
     * @param modeNow whether its GPUs are in MIG mode; empty where that is not known
     * @param logs    of changes that failed as GPUs could not be reset, which only a change of the mode needs
     */
    static List<String> warnings(PlanTargetNode node, Optional<Boolean> modeNow, MigConfig after,
            MigFailureLogs logs) {
        var mode = modeOf(after);
        if (modeNow.isPresent() && modeNow.equals(mode)) {
            return List.of();
        }
        var warnings = new ArrayList<String>();
        var family = node.labels().getOrDefault(FAMILY, "");
        if (family.equals("ampere") || (family.isEmpty() && "8".equals(node.labels().get(MAJOR)))) {
            warnings.add(
                    ("The MIG mode of GPUs of %s %s turned %s, for which Ampere GPUs are reset: in a virtual machine the "
                            + "hypervisor may refuse that, and the machine has to be restarted, which the MIG manager does only with "
                            + "migManager.env WITH_REBOOT=true").formatted(node.name(),
                                    modeNow.isPresent() ? "is" : "may be",
                                    mode.map(on -> on ? "on" : "off").orElse("on or off")));
        }
        Optional.ofNullable(logs.hindrances().get(node.name())).map(problem -> "The last change of MIG on %s failed: %s"
                .formatted(node.name(), problem.textWithRemedy())).ifPresent(warnings::add);
        Optional.ofNullable(logs.gaps().get(node.name()))
                .map(problem -> "Why the last change of MIG on %s failed is not known: %s".formatted(node.name(),
                        problem.problemText()))
                .ifPresent(warnings::add);
        return warnings;
    }

    /** Returns whether a configuration has all GPUs in MIG mode, or none; empty where some are. */
    static Optional<Boolean> modeOf(MigConfig config) {
        var modes = config.entries().stream().map(MigConfig.MigConfigEntry::enabled).distinct().toList();
        if (modes.size() == 1) {
            return Optional.of(modes.getFirst());
        }
        return Optional.empty();
    }

    /** Returns which clients release the GPUs of some nodes during a change. */
    static String stoppedClientsText(List<String> nodes, MigManagerStoppedHostServices hosts) {
        return "Device plugin, GPU discovery, exporter and what else the operator lets at the GPUs of %s stop for the change "
                .formatted(String.join(", ", nodes))
                + "and start again after it; where the driver is the host's own, " + hostServicesText(hosts)
                + ". Other programs of the host that use a GPU have the change fail";
    }

    private static String hostServicesText(MigManagerStoppedHostServices hosts) {
        if (hosts.gap().isPresent()) {
            return "so do the services in the ConfigMap %s, which are not known: %s".formatted(hosts.configMap(),
                    hosts.gap().get().headline());
        }
        if (hosts.services().isEmpty()) {
            return "no service of it does, as the ConfigMap %s names none".formatted(hosts.configMap());
        }
        return "so do its services %s, as the ConfigMap %s says".formatted(String.join(", ", hosts.services()),
                hosts.configMap());
    }
}
