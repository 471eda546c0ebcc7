package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.Problem.ProblemKind;
import tessera.ui.AppServices;
import tessera.ui.inspect.InspectorState.InspectorFact;
import tessera.ui.inspect.ReadPart.PartContent;
import tessera.ui.kit.SelectableText;

/**
 * Who made a pod or what makes pods, and who made that, each of which can be looked at; where it is not known further up, why.
 * FX thread.
 */
final class MakersSection {

    private static final Duration PACE = Duration.ofMinutes(1);

    private final Consumer<ObjectRef> open;
    private final ReadPart<OwnerChain> part;

    /** @param open called with another object that is to be looked at */
    MakersSection(AppServices desk, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
        this.open = open;
        part = new ReadPart<>(desk, now, PACE,
                new PartContent<>(object -> makers(desk, object), this::shown, why -> Optional.empty()));
        part.node().setId("inspector-makers");
    }

    private static OwnerChain makers(AppServices desk, ObjectRef object) throws Failure, InterruptedException {
        var makers = desk.reached().makers(object);
        // It may be between one pod and the next of its name, and is asked about again soon.
        var gone = makers.end().filter(why -> makers.above().isEmpty() && why.kind() == ProblemKind.NOT_FOUND);
        if (gone.isPresent()) {
            throw new Failure(gone.get());
        }
        return makers;
    }

    VBox node() {
        return part.node();
    }

    /** Looks at nothing any more. */
    void clear() {
        part.clear();
    }

    /** Reads who made an object while somebody looks at it. */
    void look(ObjectRef object, boolean chosen) {
        part.look(object, chosen && !object.kind().equals("Node"));
    }

    private Optional<Node> shown(OwnerChain makers) {
        var pod = part.target().kind().equals("Pod");
        var parts = new ArrayList<Node>();
        // Of a pod the only one is told as its owner already.
        if (makers.above().size() > (pod ? 1 : 0)) {
            parts.add(InspectorSections.facts(makers.above().stream()
                    .map(maker -> new InspectorFact(maker.kind(), maker.name(), Optional.of(maker))).toList(), open));
        }
        if (makers.above().isEmpty() && makers.end().isEmpty() && !pod) {
            parts.add(SelectableText.wrapped("No other object controls it.", "small", "muted"));
        }
        makers.end().ifPresent(why -> parts
                .add(SelectableText.wrapped("Who is above is not known: " + why.sentence(), "caption", "muted")));
        return parts.isEmpty() ? Optional.empty()
                : Optional.of(InspectorSections.section("Made by", parts.toArray(Node[]::new)));
    }
}
