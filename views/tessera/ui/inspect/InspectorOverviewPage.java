package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.ScreenServices;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.inspect.PolledInspectorSection.SectionSourceAndRendering;
import tessera.ui.kit.TextLabelFactory;

/** The inspector's overview page of an object. */
final class InspectorOverviewPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorOverviewPage.class);

    private final VBox page = new VBox();
    private final Consumer<ObjectRef> open;
    private final CpuMemoryUsageSection usage;
    private final OwnerChainSection makers;
    private final WorkloadConditionsSection conditions;

    private final Supplier<AlertRules> rules;

    /** @param open called with another object that is to be looked at */
    InspectorOverviewPage(ScreenServices services, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
        this.open = open;
        rules = services::alertRules;
        usage = new CpuMemoryUsageSection(services, now);
        makers = new OwnerChainSection(services, now, open);
        conditions = new WorkloadConditionsSection(services, now);
    }

    VBox node() {
        return page;
    }

    /** Reads usage and owners of an object while this page is in sight, and its conditions always. */
    void look(ObjectRef object, boolean chosen) {
        makers.look(object, chosen);
        conditions.look(object);
        if (chosen && isMeasured(object)) {
            usage.read(object);
        } else {
            usage.leave(object);
        }
    }

    private static boolean isMeasured(ObjectRef object) {
        return object.kind().equals("Node") || object.kind().equals("Pod");
    }

    /** Returns whether the shown workload runs or is suspended; empty where that is unknown. */
    Optional<WorkloadRunState> courseOf(ObjectRef workloadRef) {
        return conditions.courseOf(workloadRef);
    }

    void clear() {
        page.getChildren().clear();
        usage.clear();
        makers.clear();
        conditions.clear();
    }

    /** @param cut called with the number of a GPU whose layout is to be seen */
    void show(InspectorState state, IntConsumer cut) {
        var sections = sectionsOf(state, cut);
        if (!state.target().kind().equals("Node")) {
            sections.addAll(Math.min(sections.size(), 1), List.of(makers.node(), conditions.node()));
        }
        if (state.present() && isMeasured(state.target()) && state.subject().device().isEmpty()) {
            // Below what the cluster has handed out.
            sections.add(state.conditions().isEmpty() ? sections.size() : sections.size() - 1, usage.node());
        }
        page.getChildren().setAll(sections);
    }

    private List<Node> sectionsOf(InspectorState state, IntConsumer cut) {
        var sections = new ArrayList<Node>();
        if (!state.requests().isEmpty()) {
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("overview.requests"),
                    InspectorPageElementFactory.factsGrid(state.requests())));
        }
        if (!state.gpus().devices().isEmpty() || !state.gpus().missingReason().isEmpty()) {
            sections.add(NodeGpuTableFactory.tableOf(state.gpus(), rules.get(), cut));
        }
        if (!state.uses().isEmpty()) {
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("overview.allocated"),
                    InspectorPageElementFactory.usesGrid(state.uses())));
        }
        if (!state.conditions().isEmpty()) {
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("overview.conditions"),
                    InspectorPageElementFactory.conditionsGrid(state.conditions())));
        }
        if (!state.message().isEmpty()) {
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("overview.message"),
                    TextLabelFactory.wrapped(state.message(), "mono", "words")));
        }
        // What identifies a device comes last: its measurements change.
        if (!state.facts().isEmpty()) {
            sections.add(state.subject().device().isEmpty() ? 0 : sections.size(), InspectorPageElementFactory
                    .section("", InspectorPageElementFactory.factsGrid(state.facts(), open)));
        }
        return sections;
    }

    /**
     * Owner chain of a pod or workload with links, and the reason where it is unknown further up.
     * FX thread.
     */
    private static final class OwnerChainSection {

        private static final Duration PACE = Duration.ofMinutes(1);

        private final Consumer<ObjectRef> open;
        private final PolledInspectorSection<OwnerChain> part;

        /** @param open called with another object that is to be looked at */
        OwnerChainSection(OpenClusterSource services, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
            this.open = open;
            part = new PolledInspectorSection<>(services, now, PACE, new SectionSourceAndRendering<>(
                    object -> readOwners(services, object), this::ownersSection, problem -> Optional.empty()));
            part.node().setId("inspector-makers");
        }

        private static OwnerChain readOwners(OpenClusterSource services, ObjectRef object)
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
                parts.add(TextLabelFactory.wrapped(MESSAGES.text("overview.noController"), "small", "muted"));
            }
            makers.end().ifPresent(problem -> parts.add(TextLabelFactory
                    .wrapped(MESSAGES.text("overview.ownersUnknown", problem.problemText()), "caption", "muted")));
            if (parts.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    InspectorPageElementFactory.section(MESSAGES.text("overview.ownedBy"), parts.toArray(Node[]::new)));
        }
    }
}
