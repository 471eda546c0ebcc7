package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.ui.AppServices;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.inspect.PolledInspectorSection.SectionSourceAndRendering;
import tessera.ui.kit.TextLabelFactory;

/**
 * Owner chain of a pod or workload with links, and the reason where it is unknown further up.
 * FX thread.
 */
final class OwnerChainSection {

    private static final Duration PACE = Duration.ofMinutes(1);

    private final Consumer<ObjectRef> open;
    private final PolledInspectorSection<OwnerChain> part;

    /** @param open called with another object that is to be looked at */
    OwnerChainSection(AppServices services, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
        this.open = open;
        part = new PolledInspectorSection<>(services, now, PACE,
                new SectionSourceAndRendering<>(object -> readOwners(services, object), this::ownersSection,
                        problem -> Optional.empty()));
        part.node().setId("inspector-makers");
    }

    private static OwnerChain readOwners(AppServices services, ObjectRef object)
            throws ProblemException, InterruptedException {
        var makers = services.clusterServices().ownerChainOf(object);
        // It may be between one pod and the next of its name, and is asked about again soon.
        var gone = makers.end()
                .filter(problem -> makers.owners().isEmpty() && problem.kind() == OperationProblemKind.NOT_FOUND);
        if (gone.isPresent()) {
            throw new ProblemException(gone.get());
        }
        return makers;
    }

    VBox node() {
        return part.node();
    }

    /** Stops showing anything. */
    void clear() {
        part.clear();
    }

    /** Reads the owners of an object while it is in sight. */
    void look(ObjectRef object, boolean chosen) {
        part.look(object, chosen && !object.kind().equals("Node"));
    }

    private Optional<Node> ownersSection(OwnerChain makers) {
        var pod = part.target().kind().equals("Pod");
        var parts = new ArrayList<Node>();
        // Of a pod the only one is told as its owner already.
        if (makers.owners().size() > (pod ? 1 : 0)) {
            parts.add(InspectorPageElementFactory.factsGrid(makers.owners().stream()
                    .map(owner -> new InspectorNameValue(owner.kind(), owner.name(), Optional.of(owner))).toList(),
                    open));
        }
        if (makers.owners().isEmpty() && makers.end().isEmpty() && !pod) {
            parts.add(TextLabelFactory.wrapped("No other object controls it.", "small", "muted"));
        }
        makers.end().ifPresent(problem -> parts
                .add(TextLabelFactory.wrapped("Who is above is not known: " + problem.problemText(), "caption",
                        "muted")));
        return parts.isEmpty() ? Optional.empty()
                : Optional.of(InspectorPageElementFactory.section("Made by", parts.toArray(Node[]::new)));
    }
}
