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
import tessera.model.Lineage;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;
import tessera.ui.Desk;
import tessera.ui.inspect.InspectorState.Fact;
import tessera.ui.inspect.ReadPart.Content;
import tessera.ui.kit.Texts;

/**
 * Who made a pod or what makes pods, and who made that, each of which can be looked at; where it is not known further up, why.
 * FX thread.
 */
final class MakersSection {

    private static final Duration PACE = Duration.ofMinutes(1);

    private final Consumer<ObjectRef> open;
    private final ReadPart<Lineage> part;

    /** @param open called with another object that is to be looked at */
    MakersSection(Desk desk, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
        this.open = open;
        part = new ReadPart<>(desk, now, PACE,
                new Content<>(object -> makers(desk, object), this::shown, why -> Optional.empty()));
        part.node().setId("inspector-makers");
    }

    private static Lineage makers(Desk desk, ObjectRef object) throws Failure, InterruptedException {
        var makers = desk.reached().makers(object);
        // It may be between one pod and the next of its name, and is asked about again soon.
        var gone = makers.end().filter(why -> makers.above().isEmpty() && why.kind() == Kind.NOT_FOUND);
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

    private Optional<Node> shown(Lineage makers) {
        var pod = part.target().kind().equals("Pod");
        var parts = new ArrayList<Node>();
        // Of a pod the only one is told as its owner already.
        if (makers.above().size() > (pod ? 1 : 0)) {
            parts.add(Sections.facts(makers.above().stream()
                    .map(maker -> new Fact(maker.kind(), maker.name(), Optional.of(maker))).toList(), open));
        }
        if (makers.above().isEmpty() && makers.end().isEmpty() && !pod) {
            parts.add(Texts.wrapped("No other object controls it.", "small", "muted"));
        }
        makers.end().ifPresent(why -> parts
                .add(Texts.wrapped("Who is above is not known: " + why.sentence(), "caption", "muted")));
        return parts.isEmpty() ? Optional.empty()
                : Optional.of(Sections.section("Made by", parts.toArray(Node[]::new)));
    }
}
