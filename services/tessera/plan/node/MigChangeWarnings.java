package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.model.Problem;
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
    static List<MigWarning> warnings(PlanTargetNode node, Optional<Boolean> modeNow, MigConfig after,
            MigFailureLogs logs) {
        var mode = modeOf(after);
        if (modeNow.isPresent() && modeNow.equals(mode)) {
            return List.of();
        }
        var name = node.name();
        var warnings = new ArrayList<MigWarning>();
        var family = node.labels().getOrDefault(FAMILY, "");
        if (family.equals("ampere") || (family.isEmpty() && "8".equals(node.labels().get(MAJOR)))) {
            warnings.add(new MigWarning.AmpereGpuReset(name, modeNow.isPresent(), mode));
        }
        Optional.ofNullable(logs.hindrances().get(name))
                .ifPresent(problem -> warnings.add(new MigWarning.PreviousMigFailure(name, problem.textWithRemedy())));
        Optional.ofNullable(logs.gaps().get(name))
                .ifPresent(problem -> warnings.add(new MigWarning.UnknownMigFailure(name, problem.toReason())));
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
    static MigWarning clientPause(List<String> nodes, MigManagerStoppedHostServices hosts) {
        return new MigWarning.GpuClientPause(nodes, hosts.configMap(), hosts.services(),
                hosts.gap().map(Problem::headline));
    }
}
