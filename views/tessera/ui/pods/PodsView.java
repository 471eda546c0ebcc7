package tessera.ui.pods;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadKind;
import tessera.text.MessageCatalog;
import tessera.ui.ComposedScreen;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.kit.AlignedCellRow;
import tessera.ui.kit.FilterField;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.ObservedLineCell;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.SelectionScroller;
import tessera.ui.kit.StableTableRows;
import tessera.ui.pods.PodsScreenInput.PodListSection;

/** View of the pods that request or hold GPUs: pending ones first, with the reason; then running ones, by owner. */
public final class PodsView extends ComposedScreen<PodsScreenInput, PodsScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodsView.class);

    /** With less than this the sections stand below the filter. */
    private static final double ROOM_TO_TYPE = 220;

    private final FilterField filter = new FilterField("pods-filter", MESSAGES.text("filter.prompt"));
    private final SegmentedChoiceControl<PodListSection> sections = new SegmentedChoiceControl<>("pods",
            List.of(PodListSection.values()), PodsView::sectionTitle);
    private final ObjectProperty<Set<String>> opened = new SimpleObjectProperty<>(Set.of());
    private final StableTableRows<PodListLine> rows = new StableTableRows<>(PodListLine::key);
    private final ListView<ObservableValue<PodListLine>> list = new ListView<>(rows.slots());
    private final InspectedPodMarker marked = new InspectedPodMarker(list, opened);
    private final HBox toolbar = new HBox(12, filter.node());
    private final Label none = new Label(MESSAGES.text("filter.noMatch"));
    private final NoDataPlaceholder root;
    private final Runnable settling;
    private boolean updating;
    private Consumer<ObjectRef> onSelect = pod -> {};
    private Optional<RowMenu> menu = Optional.empty();
    private final Consumer<ObjectRef> open;

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
        var stateBuilder = new PodsScreenStateBuilder(accelerators);
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
        var above = LayoutBoxFactory.withStyle(new VBox(8, toolbar), "table-tools");
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
        setNode(root, root::showProblem);
        setQuery(Bindings.createObjectBinding(
                () -> new PodsScreenInput(filter.textProperty().get(), sections.chosenProperty().get(),
                        namespace.getValue(), opened.get(), idle.getValue(),
                        podsScreenInputs.podless().foundProperty().get(),
                        podsScreenInputs.schedulerEvents().textsProperty().get(), now.getValue()),
                filter.textProperty(), sections.chosenProperty(), namespace, opened, idle,
                podsScreenInputs.podless().foundProperty(), podsScreenInputs.schedulerEvents().textsProperty(), now),
                stateBuilder::project);
    }

    private PodListCell podListCell() {
        return new PodListCell(marked::toggleOwner, pod -> onSelect.accept(pod), open);
    }

    private void selectPod(ObservableValue<PodListLine> slot) {
        Optional.ofNullable(slot).filter(line -> !updating && list.isFocused()).flatMap(line -> podOf(line.getValue()))
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
            case ALL -> MESSAGES.text("section.all");
            case PENDING -> MESSAGES.text("section.pending");
            case RUNNING -> MESSAGES.text("section.running");
            case FAILED -> MESSAGES.text("section.failed");
        };
    }

    /** Returns the pod of a line, or the workload that has none. */
    public static Optional<ObjectRef> podOf(PodListLine line) {
        return switch (line) {
            case PodListLine.PodlessWorkloadLine unmade -> Optional.of(unmade.workloadRef());
            case PodListLine.PendingPodLine pendingLine ->
                Optional.of(ObjectRef.pod(pendingLine.namespace(), pendingLine.name()));
            case PodListLine.BoundPodLine placed -> Optional.of(ObjectRef.pod(placed.namespace(), placed.name()));
            case PodListLine.PodOwnerLine owned -> owned.single().isEmpty() ? Optional.empty()
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
            return InputControlFactory.menuItem(
                    MESSAGES.text("pods.showOwner", owned.owner().kind(), owned.owner().name()),
                    () -> open.accept(object));
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
        menu = Optional.of(RowMenu.of(list,
                line -> Stream.concat(ownerItem(line).stream(), changes.apply(line).stream()).toList()));
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
        sections.rename(PodListSection.PENDING, MESSAGES.text("section.pendingCount",
                GroupedNumberFormatter.atLeast(state.counts().pending(), complete)));
        sections.rename(PodListSection.RUNNING, MESSAGES.text("section.runningCount",
                GroupedNumberFormatter.atLeast(state.counts().running(), complete)));
        sections.rename(PodListSection.FAILED, MESSAGES.text("section.failedCount",
                GroupedNumberFormatter.atLeast(state.counts().failed(), complete)));
        filter.show(state.count(), state.problem());
    }

    /** Line of the inspected pod: it is marked and, where it is out of view, scrolled to. FX thread. */
    private static final class InspectedPodMarker {

        private final ListView<ObservableValue<PodListLine>> list;
        private final ObjectProperty<Set<String>> opened;
        private ObjectRef marked = ObjectRef.pod("", "");

        /** @param opened keys of owners whose pods are listed, and of the pod whose owner is to be opened for it */
        InspectedPodMarker(ListView<ObservableValue<PodListLine>> list, ObjectProperty<Set<String>> opened) {
            this.list = list;
            this.opened = opened;
        }

        /** Marks another pod; none for the empty name. */
        void moveTo(ObjectRef pod) {
            marked = pod;
            if (!markLine() && pod.kind().equals("Pod")) {
                var unfolded = ownerKeys();
                unfolded.add(pod.namespace() + "/" + pod.name());
                opened.set(unfolded);
                list.getSelectionModel().clearSelection();
            }
        }

        /** Expands an owner, or collapses it even though the inspected pod is one of its own. */
        void toggleOwner(PodListLine.PodOwnerLine owned) {
            var now = ownerKeys();
            if (owned.expanded()) {
                now.remove(owned.key());
            } else {
                now.add(owned.key());
            }
            opened.set(now);
        }

        private Set<String> ownerKeys() {
            var owners = new HashSet<>(opened.get());
            owners.removeIf(key -> !key.startsWith(PodListLine.PodOwnerLine.KEY));
            return owners;
        }

        /** Marks the pod in the current lines; returns whether nothing has to be expanded for it. */
        boolean markLine() {
            var chosen = list.getSelectionModel().getSelectedItem();
            if (marked.name().isEmpty()
                    || (chosen != null && PodsView.podOf(chosen.getValue()).equals(Optional.of(marked)))) {
                return true;
            }
            for (int at = 0; at < list.getItems().size(); at++) {
                if (PodsView.podOf(list.getItems().get(at).getValue()).equals(Optional.of(marked))) {
                    list.getSelectionModel().select(at);
                    revealLine(at);
                    return true;
                }
            }
            // Its row may be folded away, and another's is not of the pod that is looked at.
            if (chosen != null && PodsView.podOf(chosen.getValue()).isPresent()) {
                list.getSelectionModel().clearSelection();
            }
            return false;
        }

        private void revealLine(int at) {
            if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow && (flow.getFirstVisibleCell() == null
                    || at < flow.getFirstVisibleCell().getIndex() || at > flow.getLastVisibleCell().getIndex())) {
                list.scrollTo(Math.max(0, at - 2));
            }
        }
    }

    /** Keyboard selection in the pods list: skips headings and captions, which have no actions. */
    private static final class PodListKeyHandler {

        private final ListView<ObservableValue<PodListLine>> list;
        private final Consumer<PodListLine> open;

        /** @param open opens the line that is selected */
        PodListKeyHandler(ListView<ObservableValue<PodListLine>> list, Consumer<PodListLine> open) {
            this.list = list;
            this.open = open;
        }

        /** Handles a key before the list does, which then goes on from the focused line. */
        void handleKey(KeyEvent event) {
            if (event.isShortcutDown() || event.isAltDown()) {
                return;
            }
            switch (event.getCode()) {
                case ENTER -> {
                    if (isSelectable(focusedIndex())) {
                        open.accept(list.getSelectionModel().getSelectedItem().getValue());
                    } else {
                        selectableFrom(0).ifPresent(list.getSelectionModel()::select);
                    }
                    event.consume();
                }
                case DOWN, KP_DOWN -> goTo(event, lineBelow(), -1);
                case UP, KP_UP -> goTo(event, lineAbove(), 1);
                case J -> selectLine(event, lineBelow());
                case K -> selectLine(event, lineAbove());
                default -> {}
            }
        }

        private OptionalInt lineBelow() {
            return selectableFrom(focusedIndex() + 1);
        }

        private OptionalInt lineAbove() {
            var found = IntStream.iterate(focusedIndex() - 1, position -> position >= 0, position -> position - 1)
                    .filter(this::isSelectable).findFirst();
            if (found.isEmpty() && !list.getItems().isEmpty()) {
                // What stands over the first line is to be seen, though it cannot be chosen.
                list.scrollTo(0);
            }
            return found;
        }

        private void goTo(KeyEvent event, OptionalInt place, int beside) {
            if (place.isEmpty()) {
                event.consume();
            } else {
                list.getFocusModel().focus(place.getAsInt() + beside);
            }
        }

        private void selectLine(KeyEvent event, OptionalInt place) {
            place.ifPresent(list.getSelectionModel()::select);
            place.ifPresent(list.getFocusModel()::focus);
            event.consume();
        }

        private int focusedIndex() {
            return list.getSelectionModel().getSelectedIndex();
        }

        private OptionalInt selectableFrom(int position) {
            return IntStream.range(Math.max(0, position), list.getItems().size()).filter(this::isSelectable)
                    .findFirst();
        }

        private boolean isSelectable(int position) {
            return position >= 0 && position < list.getItems().size()
                    && !(list.getItems().get(position).getValue() instanceof PodListLine.SectionHeading)
                    && !(list.getItems().get(position).getValue() instanceof PodListLine.ColumnCaptionsLine);
        }
    }

    /** Cell of the pods list; follows its line while it changes. */
    static final class PodListCell extends ObservedLineCell<PodListLine> {

        private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");

        PodListCell(Consumer<PodListLine.PodOwnerLine> toggle, Consumer<ObjectRef> choose, Consumer<ObjectRef> open) {
            addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
                var slot = getItem();
                if (slot == null || event.getButton() != MouseButton.PRIMARY) {
                    return;
                }
                if (slot.getValue() instanceof PodListLine.PodOwnerLine owned) {
                    toggle.accept(owned);
                } else {
                    PodsView.podOf(slot.getValue()).ifPresent(event.getClickCount() == 2 ? open : choose);
                }
            });
        }

        /** By the width of the list: what a pod waits for may take a second line. */
        @Override
        protected double computePrefHeight(double width) {
            if (width <= 0 || !(getGraphic() instanceof AlignedCellRow row)) {
                return super.computePrefHeight(width);
            }
            // It is asked for before the next pulse, which dresses what is new: letters are measured as they will be.
            row.applyCss();
            double room = width - snappedLeftInset() - snappedRightInset();
            return snappedTopInset() + Math.max(row.minHeight(room), row.prefHeight(room)) + snappedBottomInset();
        }

        @Override
        protected void showLine(PodListLine line) {
            setGraphic(PodListLineRenderer.drawLine(line));
            pseudoClassStateChanged(HEADING,
                    line instanceof PodListLine.SectionHeading || line instanceof PodListLine.ColumnCaptionsLine);
        }
    }
}
