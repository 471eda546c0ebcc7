package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.model.Problem;
import tessera.plan.context.MigManagerStoppedHostServices;

/** Warnings about the side effects of a MIG change: a node reboot, and clients that are stopped. */
final class MigChangeWarnings {

    private static final String FAMILY = "nvidia.com/gpu.family";
    private static final String MAJOR = "nvidia.com/gpu.compute.major";

    private MigChangeWarnings() {}

    /**
     * Returns the warnings for a node.
     *
     * @param labels of the node
     * @param before how it is divided; empty where that is not known
     */
    static List<String> warnings(String node, Map<String, String> labels, Optional<MigConfig> before,
            MigConfig after) {
        var warnings = new ArrayList<String>();
        var family = labels.getOrDefault(FAMILY, "");
        boolean ampere = family.equals("ampere") || (family.isEmpty() && "8".equals(labels.get(MAJOR)));
        if (ampere && !before.map(MigChangeWarnings::usesMig).equals(Optional.of(usesMig(after)))) {
            warnings.add(
                    ("The MIG mode of GPUs of %s is turned %s, for which Ampere GPUs are reset: in a virtual machine the "
                            + "hypervisor may refuse that, and the machine has to be restarted, which the MIG manager does only with "
                            + "migManager.env WITH_REBOOT=true").formatted(node, usesMig(after) ? "on" : "off"));
        }
        return warnings;
    }

    private static boolean usesMig(MigConfig config) {
        return config.entries().stream().anyMatch(MigConfig.MigConfigEntry::enabled);
    }

    /** Returns why a change may fail as the last one did. */
    static String hindranceText(String node, Problem problem) {
        return "The last change of MIG on %s failed: %s".formatted(node, problem.textWithRemedy());
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
        return hosts.services().isEmpty()
                ? "no service of it does, as the ConfigMap %s names none".formatted(hosts.configMap())
                : "so do its services %s, as the ConfigMap %s says".formatted(String.join(", ", hosts.services()),
                        hosts.configMap());
    }
}
