package tessera.ui.inspect;

import java.util.List;
import java.util.Locale;
import tessera.diagnosis.FleetProblem;
import tessera.text.MessageCatalog;

/**
 * The first words on an object: what is wrong with it, or that all is well.
 *
 * @param sentence empty where nothing is known of it yet
 * @param facts    where, and what is known of it; may be empty
 * @param age      how long it has lasted; empty where that is not known
 * @param problems those that it is about, the most urgent first; empty where it is about none of the fleet
 */
public record InspectorVerdict(VerdictTone tone, String sentence, String facts, String age,
        List<FleetProblem> problems) {

    /** The urgency of a verdict. */
    public enum VerdictTone {
        URGENT,
        WARNING,
        /** Somebody has begun it on purpose. */
        QUIET,
        PLAIN;

        String styleClass() {
            return name().toLowerCase(Locale.ROOT) + "-verdict";
        }
    }

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorVerdict.class);
    static final InspectorVerdict UNKNOWN = plain("");

    public InspectorVerdict {
        problems = List.copyOf(problems);
    }

    /** Returns a verdict without urgency. */
    static InspectorVerdict plain(String sentence) {
        return new InspectorVerdict(VerdictTone.PLAIN, sentence, "", "", List.of());
    }

    /** Returns the verdict on problems, the most urgent of which gives the sentence. */
    static InspectorVerdict of(List<FleetProblem> problems, String age) {
        var first = problems.getFirst();
        return new InspectorVerdict(first.kind().isUrgent() ? VerdictTone.URGENT : VerdictTone.QUIET, first.headline(),
                first.facts(), age, problems);
    }

    /**
     * Returns the same after a diagnosis.
     *
     * @param exact  what the diagnosis says
     * @param remedy what would help; may be empty
     */
    InspectorVerdict diagnosed(String exact, String remedy) {
        return new InspectorVerdict(tone, exact, remedy, age, problems);
    }

    /** Returns what else is wrong, a line each. */
    List<String> otherProblems() {
        return problems.stream().skip(1)
                .map(problem -> MESSAGES.text("overview.problem", problem.headline(), problem.facts())).toList();
    }

    /** Returns a text unless each of its lines is in the words of the verdict; else nothing. */
    String unlessTold(String text) {
        var words = sentence + "\n" + facts;
        return text.lines().allMatch(words::contains) ? "" : text;
    }
}
