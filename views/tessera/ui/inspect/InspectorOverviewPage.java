package tessera.ui.inspect;

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
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.ui.AppServices;
import tessera.ui.kit.TextLabelFactory;

/** The inspector's overview page of an object. */
final class InspectorOverviewPage {

    private final VBox page = new VBox();
    private final Consumer<ObjectRef> open;
    private final CpuMemoryUsageSection usage;
    private final OwnerChainSection makers;
    private final WorkloadConditionsSection conditions;

    private final Supplier<AlertRules> rules;

    /** @param open called with another object that is to be looked at */
    InspectorOverviewPage(AppServices services, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
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
            int at = Math.min(sections.size(), state.statusText().isEmpty() ? 1 : 2);
            sections.addAll(at, List.of(makers.node(), conditions.node()));
        }
        if (state.present() && isMeasured(state.target())) {
            // Below what the cluster has handed out.
            sections.add(state.conditions().isEmpty() ? sections.size() : sections.size() - 1, usage.node());
        }
        page.getChildren().setAll(sections);
    }

    private List<Node> sectionsOf(InspectorState state, IntConsumer cut) {
        var sections = new ArrayList<Node>();
        if (!state.statusText().isEmpty()) {
            sections.add(
                    InspectorPageElementFactory.section("", TextLabelFactory.wrapped(state.statusText(), "verdict")));
        }
        if (!state.facts().isEmpty()) {
            sections.add(InspectorPageElementFactory.section("",
                    InspectorPageElementFactory.factsGrid(state.facts(), open)));
        }
        if (!state.requests().isEmpty()) {
            sections.add(InspectorPageElementFactory.section("Requests",
                    InspectorPageElementFactory.factsGrid(state.requests())));
        }
        if (!state.gpus().devices().isEmpty() || !state.gpus().missingReason().isEmpty()) {
            sections.add(NodeGpuTableFactory.tableOf(state.gpus(), rules.get(), cut));
        }
        if (!state.uses().isEmpty()) {
            sections.add(
                    InspectorPageElementFactory.section("Held of what is allocatable",
                            InspectorPageElementFactory.usesGrid(state.uses())));
        }
        if (!state.conditions().isEmpty()) {
            sections.add(InspectorPageElementFactory.section("Conditions",
                    InspectorPageElementFactory.conditionsGrid(state.conditions())));
        }
        if (!state.message().isEmpty()) {
            sections.add(InspectorPageElementFactory.section("In the cluster’s own words",
                    TextLabelFactory.wrapped(state.message(), "mono", "words")));
        }
        return sections;
    }
}
