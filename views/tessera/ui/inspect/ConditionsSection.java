package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.fit.SaidConditions;
import tessera.model.Condition;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.Desk;
import tessera.ui.inspect.InspectorState.Line;
import tessera.ui.inspect.ReadPart.Content;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Texts;

/** What its controller says of work, of whatever kind; read again while it is in sight. FX thread. */
final class ConditionsSection {

    private static final Duration PACE = Duration.ofSeconds(10);
    /** What is well while it is so, whichever kind says it. */
    private static final Set<String> GOOD = Set.of("Ready", "Available", "Progressing", "Running", "Succeeded",
            "Complete", "SuccessCriteriaMet", "Admitted", "QuotaReserved", "Finished");
    /** What is not well while it is so. */
    private static final Set<String> BAD = Set.of("Failed", "FailureTarget", "ReplicaFailure", "Suspended", "Evicted",
            "Restarting", "Degraded", "Stalled");

    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final ReadPart<List<Condition>> part;

    ConditionsSection(Desk desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        part = new ReadPart<>(desk, now, PACE, new Content<>(
                object -> SaidConditions.of(object, desk.reached().objects()), this::shown, ConditionsSection::excuse));
        part.node().setId("inspector-conditions");
    }

    VBox node() {
        return part.node();
    }

    /** Looks at nothing any more. */
    void clear() {
        part.clear();
    }

    /** Reads them while somebody looks; of nodes they are known, and of pods their state says as much. */
    void look(ObjectRef object, boolean chosen) {
        part.look(object, chosen && !object.kind().equals("Node") && !object.kind().equals("Pod"));
    }

    private Optional<Node> shown(List<Condition> conditions) {
        return conditions.isEmpty() ? Optional.empty()
                : Optional.of(Sections.section("Conditions",
                        Sections.conditions(conditions.stream().map(this::line).toList())));
    }

    private static Optional<Node> excuse(Problem why) {
        return Optional.of(Sections.section("Conditions",
                Texts.wrapped("What its controller says of it is not known: " + why.sentence(), "caption", "muted")));
    }

    private Line line(Condition condition) {
        return new Line(sign(condition), condition.type(), condition.status(),
                Ages.since(condition.since(), desk.snapshots().get(), now.getValue()), condition.message());
    }

    /** Of what is not among the usual ones nobody can say here whether it is well. */
    private static Glyph sign(Condition condition) {
        if (condition.status().equals("Unknown")) {
            return Glyph.UNREACHABLE;
        }
        boolean so = condition.isTrue();
        if (GOOD.contains(condition.type())) {
            return so ? Glyph.READY
                    : condition.type().equals("Ready") || condition.type().equals("Available")
                            ? Glyph.WARNING
                            : Glyph.NONE;
        }
        return !BAD.contains(condition.type()) ? Glyph.INFO : so ? Glyph.WARNING : Glyph.NONE;
    }
}
