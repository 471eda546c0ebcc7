package tessera.ui.pods;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.WorkloadKind;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.FilterField;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.SelectionScroller;
import tessera.ui.kit.StableTableRows;
import tessera.ui.pods.PodsScreenInput.PodListSection;

/** View of the pods that request or hold GPUs: pending ones first, with the reason; then running ones, by owner. */
public final class PodsView implements SnapshotDrivenScreen<PodsScreenInput, PodsScreenState> {

    /** With less than this the sections stand below the filter. */
    private static final double ROOM_TO_TYPE = 220;

    private final PodsScreenStateBuilder stateBuilder;
    private final FilterField filter = new FilterField("pods-filter",
            "Filter pods, for example ns:research wants:mig node:h100-01");
    private final SegmentedChoiceControl<PodListSection> sections = new SegmentedChoiceControl<>("pods",
            List.of(PodListSection.values()),
            PodsView::sectionTitle);
    private final ObjectProperty<Set<String>> opened = new SimpleObjectProperty<>(Set.of());
    private final StableTableRows<PodListLine> rows = new StableTableRows<>(PodListLine::key);
    private final ListView<ObservableValue<PodListLine>> list = new ListView<>(rows.slots());
    private final InspectedPodMarker marked = new InspectedPodMarker(list, opened);
    private final HBox toolbar = new HBox(12, filter.node());
    private final Label none = new Label("No pod passes the filter");
    private final NoDataPlaceholder root;
    private final Runnable settling;
    private boolean updating;
    private Consumer<ObjectRef> onSelect = pod -> {};
    private Optional<RowMenu> menu = Optional.empty();
    private final Consumer<ObjectRef> open;
    private final ObservableValue<PodsScreenInput> query;

    /**
     * An empty list.
     *
     * @param actions    what is done on request
     * @param podsScreenInputs what is known beside the pods
     * @param namespace whose pods; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public PodsView(AcceleratorCatalog accelerators, PodsViewCallbacks actions, PodsScreenInputs podsScreenInputs,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        stateBuilder = new PodsScreenStateBuilder(accelerators);
        open = actions.open();
        list.setId("pods-list");
        list.getStyleClass().add("pods-list");
        list.setPlaceholder(new Region());
        SelectionScroller.install(list, list.getSelectionModel()::getSelectedIndex);
        list.setCellFactory(_ -> podListCell());
        list.addEventFilter(KeyEvent.KEY_PRESSED, new PodListKeyHandler(list, this::openLine)::handleKey);
        // A click is seen to by the line itself.
        list.getSelectionModel().selectedItemProperty().addListener((_, _, slot) -> selectPod(slot));
        filter.leaveTo(list);
        HBox.setHgrow(filter.node(), Priority.ALWAYS);
        filter.node().setMinWidth(ROOM_TO_TYPE);
        sections.node().setMinWidth(Region.USE_PREF_SIZE);
        toolbar.setAlignment(Pos.CENTER_LEFT);
        var above = new VBox(8, toolbar);
        above.getStyleClass().add("table-tools");
        var content = new BorderPane(list);
        content.setTop(above);
        // Or the sections would never go below: they would keep the room that they lack.
        content.setMinWidth(0);
        settling = () -> placeSections(above, content.getWidth());
        content.widthProperty().subscribe(settling);
        sections.node().layoutBoundsProperty().subscribe(settling);
        root = new NoDataPlaceholder(content, actions.retry()).withShape(LoadingSkeleton.SkeletonShape.LINES);
        root.sceneProperty().subscribe(scene -> podsScreenInputs.setWatched(scene != null));
        var idle = podsScreenInputs.idleGpusByPod();
        query = Bindings.createObjectBinding(
                () -> new PodsScreenInput(filter.textProperty().get(), sections.chosenProperty().get(),
                        namespace.getValue(), opened.get(), idle.getValue(),
                        podsScreenInputs.podless().foundProperty().get(),
                        podsScreenInputs.schedulerEvents().textsProperty().get(),
                        now.getValue()),
                filter.textProperty(), sections.chosenProperty(), namespace, opened, idle,
                podsScreenInputs.podless().foundProperty(), podsScreenInputs.schedulerEvents().textsProperty(), now);
    }

    private PodListCell podListCell() {
        return new PodListCell(marked::toggleOwner, pod -> onSelect.accept(pod), open);
    }

    private void selectPod(ObservableValue<PodListLine> slot) {
        Optional.ofNullable(slot)
                .filter(line -> !updating && list.isFocused()).flatMap(line -> podOf(line.getValue()))
                .ifPresent(pod -> onSelect.accept(pod));
    }

    /**
     * Actions on request.
     *
     * @param open  called with a pod that is opened
     * @param retry tries again to reach the cluster
     */
    public record PodsViewCallbacks(Consumer<ObjectRef> open, Runnable retry) {}

    /**
     * Input of the view beside the pods.
     *
     * @param firingAlerts    what fires
     * @param podless work that has none
     * @param schedulerEvents why pods of other schedulers wait
     */
    public record PodsScreenInputs(ObservableValue<JavaFxAlertFeed.FiringAlerts> firingAlerts,
            PodlessWorkloadFeed podless, OtherSchedulerEventFeed schedulerEvents) {

        private ObservableValue<Map<String, Integer>> idleGpusByPod() {
            return firingAlerts.map(alerts -> PodGpuUtilizationCalculator.countIdleGpus(alerts.state()));
        }

        private void setWatched(boolean looks) {
            podless.setWatched(looks);
            schedulerEvents.setWatched(looks);
        }
    }

    /** Places the sections beside the filter, or below it where that leaves no room to type. */
    private void placeSections(VBox above, double width) {
        var beside = Stream.concat(toolbar.getChildren().stream().skip(1), Stream.of(sections.node())).distinct()
                .filter(Node::isManaged);
        double room = width - beside.mapToDouble(tool -> tool.prefWidth(-1) + toolbar.getSpacing()).sum();
        boolean narrow = width > 0 && room < ROOM_TO_TYPE;
        Pane place = narrow ? above : toolbar;
        if (!place.equals(sections.node().getParent())) {
            place.getChildren().add(1, sections.node());
        }
    }

    /** Adds a control at the end of the bar above the list. */
    public void addTool(Node tool) {
        toolbar.getChildren().add(tool);
        tool.layoutBoundsProperty().subscribe(settling);
        tool.managedProperty().subscribe(settling);
    }

    private static String sectionTitle(PodListSection section) {
        return switch (section) {
            case ALL -> "All";
            case PENDING -> "Pending";
            case RUNNING -> "Running";
            case FAILED -> "Failed";
        };
    }

    /** Returns the pod of a line, or the workload that has none. */
    public static Optional<ObjectRef> podOf(PodListLine line) {
        return switch (line) {
            case PodListLine.PodlessWorkloadLine unmade -> Optional.of(unmade.workloadRef());
            case PodListLine.PendingPodLine pendingLine ->
                Optional.of(ObjectRef.pod(pendingLine.namespace(), pendingLine.name()));
            case PodListLine.BoundPodLine placed -> Optional.of(ObjectRef.pod(placed.namespace(), placed.name()));
            case PodListLine.PodOwnerLine owned -> owned.single().isEmpty()
                    ? Optional.empty()
                    : Optional.of(ObjectRef.pod(owned.namespace(), owned.single()));
            case PodListLine.SectionHeading _,PodListLine.ColumnCaptionsLine _ -> Optional.empty();
        };
    }

    /** Returns the object of a line that can be changed: its pod or workload, or the owner of its pods. */
    public static Optional<ObjectRef> subjectOf(PodListLine line) {
        if (line instanceof PodListLine.PodOwnerLine owned && owned.single().isEmpty()) {
            return WorkloadKind.ownerRef(owned.namespace(), owned.owner());
        }
        return podOf(line);
    }

    /** Returns a menu item that leads to the owner of a line's pods, where it can be shown. */
    private Optional<MenuItem> ownerItem(PodListLine line) {
        if (!(line instanceof PodListLine.PodOwnerLine owned)) {
            return Optional.empty();
        }
        return WorkloadKind.ownerRef(owned.namespace(), owned.owner()).map(object -> {
            var item = new MenuItem("Show %s %s".formatted(owned.owner().kind(), owned.owner().name()));
            item.setOnAction(event -> open.accept(object));
            return item;
        });
    }

    private void openLine(PodListLine line) {
        if (line instanceof PodListLine.PodOwnerLine owned) {
            marked.toggleOwner(owned);
        } else {
            podOf(line).ifPresent(open);
        }
    }

    /** Offers changes of a line's object as entries of its menu. */
    public void offerChanges(Function<PodListLine, List<MenuItem>> changes) {
        menu = Optional
                .of(RowMenu.of(list, line -> Stream.concat(ownerItem(line).stream(), changes.apply(line).stream())
                        .toList()));
    }

    /** Updates the changes in the open menu to those currently possible. */
    public void refreshOffers() {
        menu.ifPresent(RowMenu::refreshEntries);
    }

    /** Calls a listener with every pod that the user selects, or clicks again while it is selected. */
    public void onChosen(Consumer<ObjectRef> told) {
        onSelect = told;
    }

    /** Marks the row of the inspected pod, wherever it was selected; none for the empty name. */
    public void markPod(ObjectRef pod) {
        marked.moveTo(pod);
    }

    /** Narrows the list to pending pods. */
    public void showPending() {
        sections.choose(PodListSection.PENDING);
    }

    /** Narrows the list to the running pods that pass a filter. */
    public void filterPods(String text) {
        sections.choose(PodListSection.RUNNING);
        filter.textProperty().set(text);
    }

    public void focusFilter() {
        filter.focus();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<PodsScreenInput> query() {
        return query;
    }

    @Override
    public PodsScreenState project(GpuFleet fleet, PodsScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        root.show(EmptyScreenNotice.ofProblem(problem));
    }

    @Override
    public void show(PodsScreenState state) {
        if (!root.showNoticeOrContent(state.notice())) {
            return;
        }
        list.setPlaceholder(none);
        // Rows that move are no choice of the user's.
        updating = true;
        rows.show(state.lines(), list.getSelectionModel());
        var selected = list.getSelectionModel().getSelectedItem();
        // The keys go on from an owner's line that was chosen meanwhile.
        if (selected == null || !(selected.getValue() instanceof PodListLine.PodOwnerLine)) {
            marked.markLine();
        }
        updating = false;
        boolean complete = state.counts().complete();
        sections.rename(PodListSection.PENDING,
                "Pending " + GroupedNumberFormatter.atLeast(state.counts().pending(), complete));
        sections.rename(PodListSection.RUNNING,
                "Running " + GroupedNumberFormatter.atLeast(state.counts().running(), complete));
        sections.rename(PodListSection.FAILED,
                "Failed " + GroupedNumberFormatter.atLeast(state.counts().failed(), complete));
        filter.show(state.count(), state.problem());
    }
}
