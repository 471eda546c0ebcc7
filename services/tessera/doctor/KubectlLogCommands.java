package tessera.doctor;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.PodSummary;
import tessera.stack.ContainerLogTail;

/** The commands that read the log of a pod: of the failing container, and of the run in which it failed. */
final class KubectlLogCommands {

    private static final String BEFORE = " --previous";
    private static final String ALL = " --all-containers";
    private static final Pattern FAILED = Pattern.compile("restarting failed container=(\\S+) ");

    private KubectlLogCommands() {}

    /** @param log what was read of it; empty where nothing could be */
    static DiagnosisFinding withLogCommands(DiagnosisFinding finding, PodSummary pod, Optional<ContainerLogTail> log) {
        var failed = FAILED.matcher(pod.message());
        return log.isPresent() ? withLogCommands(finding, log.get().container(), log.get().hasPreviousRun())
                : failed.find() ? withLogCommands(finding, failed.group(1), true) : withLogCommands(finding, "", false);
    }

    /**
     * Returns the finding with commands that read one log.
     *
     * @param container empty for those of all, of which some may not have run before: asked for that, kubectl shows none
     */
    static DiagnosisFinding withLogCommands(DiagnosisFinding finding, String container, boolean ranBefore) {
        return finding.withCommands(finding.commands().stream().map(each -> {
            var named = container.isEmpty() ? each : each.replace(ALL, " -c " + container);
            return ranBefore ? named : named.replace(BEFORE, "");
        }).toList());
    }
}
