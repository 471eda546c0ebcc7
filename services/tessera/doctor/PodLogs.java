package tessera.doctor;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.PodFacts;
import tessera.stack.PodLog;

/** Commands that read the log of a pod: of the container that is in trouble, and of the run in which it was. */
final class PodLogs {

    private static final String BEFORE = " --previous";
    private static final String ALL = " --all-containers";
    private static final Pattern FAILED = Pattern.compile("restarting failed container=(\\S+) ");

    private PodLogs() {}

    /** @param log what was read of it; empty where nothing could be */
    static DoctorFinding of(DoctorFinding finding, PodFacts pod, Optional<PodLog> log) {
        var failed = FAILED.matcher(pod.message());
        return log.isPresent() ? of(finding, log.get().container(), log.get().ranBefore())
                : failed.find() ? of(finding, failed.group(1), true) : of(finding, "", false);
    }

    /**
     * A finding whose commands read one log.
     *
     * @param container empty for those of all, of which some may not have run before: asked for that, kubectl shows none
     */
    static DoctorFinding of(DoctorFinding finding, String container, boolean ranBefore) {
        return finding.with(finding.commands().stream().map(each -> {
            var named = container.isEmpty() ? each : each.replace(ALL, " -c " + container);
            return ranBefore ? named : named.replace(BEFORE, "");
        }).toList());
    }
}
