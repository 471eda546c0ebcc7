package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
import tessera.ui.Rereading;
import tessera.ui.Rereading.Reader;
import tessera.ui.inspect.InspectorState.Fact;
import tessera.ui.kit.Texts;

/**
 * Who made a pod or what makes pods, and who made that, each of which can be looked at; where it is not known further up, why.
 * FX thread.
 */
final class MakersSection {

    private static final Duration PACE = Duration.ofMinutes(1);

    private final Consumer<ObjectRef> open;
    private final VBox box = new VBox();
    private final Rereading<Told> reading;
    private volatile ObjectRef target = ObjectRef.node("");

    /** What is known of an object. */
    private record Told(ObjectRef about, Lineage makers) {}

    /** @param open called with another object that is to be looked at */
    MakersSection(Desk desk, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
        this.open = open;
        box.setId("inspector-makers");
        reading = new Rereading<>(desk, now, PACE, new Reader<>(() -> {
            var object = target;
            var makers = desk.reached().makers(object);
            // It may be between one pod and the next of its name, and is asked about again soon.
            var gone = makers.end().filter(why -> makers.above().isEmpty() && why.kind() == Kind.NOT_FOUND);
            if (gone.isPresent()) {
                throw new Failure(gone.get());
            }
            return new Told(object, makers);
        }, this::show, why -> {}, box.getChildren()::clear));
    }

    VBox node() {
        return box;
    }

    /** Looks at nothing any more. */
    void clear() {
        reading.watch(false);
        target = ObjectRef.node("");
        box.getChildren().clear();
    }

    /** Reads who made an object while somebody looks at it. */
    void look(ObjectRef object, boolean chosen) {
        if (!object.equals(target)) {
            clear();
            target = object;
        }
        reading.watch(chosen && !object.name().isEmpty() && !object.kind().equals("Node"));
    }

    private void show(Told told) {
        if (!told.about().equals(target)) {
            return;
        }
        var makers = told.makers();
        var parts = new ArrayList<Node>();
        // Of a pod the only one is told as its owner already.
        if (makers.above().size() > (target.kind().equals("Pod") ? 1 : 0)) {
            parts.add(Sections.facts(makers.above().stream()
                    .map(maker -> new Fact(maker.kind(), maker.name(), Optional.of(maker))).toList(), open));
        }
        if (makers.above().isEmpty() && makers.end().isEmpty() && !target.kind().equals("Pod")) {
            parts.add(Texts.wrapped("No other object controls it.", "small", "muted"));
        }
        makers.end().ifPresent(why -> parts
                .add(Texts.wrapped("Who is above is not known: " + why.sentence(), "caption", "muted")));
        box.getChildren().setAll(parts.isEmpty() ? List.of()
                : List.of(Sections.section("Made by", parts.toArray(Node[]::new))));
    }
}
