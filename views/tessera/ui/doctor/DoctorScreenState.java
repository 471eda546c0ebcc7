package tessera.ui.doctor;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.ClusterDiagnosis;
import tessera.model.Problem;
import tessera.text.MessageCatalog;

/**
 * Result of the last examination: all that the screen queries and shows.
 *
 * @param diagnosis empty before the first has ended
 * @param problem   why the newest could not be made; empty where it could
 * @param examinedAt        when it was made, by this machine's clock
 * @param awaitedNodes   nodes with GPUs whose exporters had not been heard yet
 */
record DoctorScreenState(Optional<ClusterDiagnosis> diagnosis, Optional<Problem> problem, Instant examinedAt,
        Set<String> awaitedNodes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DoctorScreenState.class);
    static final DoctorScreenState NOT_YET = new DoctorScreenState(Optional.empty(), Optional.empty(), Instant.EPOCH,
            Set.of());

    DoctorScreenState {
        awaitedNodes = Set.copyOf(awaitedNodes);
    }

    static DoctorScreenState completed(ClusterDiagnosis clusterDiagnosis, Instant at, Set<String> awaited) {
        return new DoctorScreenState(Optional.of(clusterDiagnosis), Optional.empty(), at, awaited);
    }

    /** Returns the same result with the reason why there is no newer one. */
    DoctorScreenState withProblem(Problem problem) {
        return new DoctorScreenState(diagnosis, Optional.of(problem), examinedAt, awaitedNodes);
    }

    /** Returns the number of findings as text, and of what could not be read; empty before the first examination has ended. */
    String verdictText() {
        return diagnosis.map(each -> each.unreadable().isEmpty() ? countsText(each)
                : MESSAGES.text("result.incomplete", countsText(each), each.unreadable().size())).orElse("");
    }

    private static String countsText(ClusterDiagnosis diagnosis) {
        return diagnosis.findings().isEmpty() ? MESSAGES.text("result.ok")
                : MESSAGES.text("result.counts", diagnosis.countOf(AlertOrFindingSeverity.CRITICAL),
                        diagnosis.countOf(AlertOrFindingSeverity.WARNING),
                        diagnosis.countOf(AlertOrFindingSeverity.INFO));
    }

    /** Returns the time of the examination as text, with the state of a newer one. */
    String timeText(DateTimeFormatter clock, boolean examining) {
        var made = MESSAGES.text("result.at", clock.format(examinedAt));
        if (examining) {
            return MESSAGES.text("result.again", made);
        }
        return problem.map(why -> "%s; %s".formatted(why.headline(), made)).orElse(made);
    }
}
