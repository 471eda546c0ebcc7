package tessera.ui.doctor;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import tessera.alerts.Severity;
import tessera.doctor.Diagnosis;
import tessera.model.Problem;
import tessera.ui.kit.NumberText;

/**
 * What the last examination came to, which is all that the screen asks and shows.
 *
 * @param diagnosis empty before the first has ended
 * @param problem   why the newest could not be made; empty where it could
 * @param at        when it was made, by this machine's clock
 * @param awaited   nodes with GPUs whose exporters had not been heard yet
 */
record ExaminationState(Optional<Diagnosis> diagnosis, Optional<Problem> problem, Instant at, Set<String> awaited) {

    static final ExaminationState NOT_YET = new ExaminationState(Optional.empty(), Optional.empty(), Instant.EPOCH,
            Set.of());

    ExaminationState {
        awaited = Set.copyOf(awaited);
    }

    static ExaminationState now(Diagnosis diagnosis, Instant at, Set<String> awaited) {
        return new ExaminationState(Optional.of(diagnosis), Optional.empty(), at, awaited);
    }

    /** The same, and why there is nothing newer. */
    ExaminationState failed(Problem why) {
        return new ExaminationState(diagnosis, Optional.of(why), at, awaited);
    }

    /** How much was found; nothing before the first has ended. */
    String verdict() {
        return diagnosis.map(each -> each.findings().isEmpty() ? "Nothing wrong was found in what was looked at"
                : "%d critical, %s, %d for information".formatted(each.count(Severity.CRITICAL),
                        NumberText.of(each.count(Severity.WARNING), "warning"), each.count(Severity.INFO)))
                .orElse("");
    }

    /** When what is shown was found, and what has become of anything newer. */
    String when(DateTimeFormatter clock, boolean examining) {
        var made = "examined at " + clock.format(at);
        return examining ? made + ", examining again…"
                : problem.map(why -> "%s; %s".formatted(why.headline(), made)).orElse(made);
    }
}
