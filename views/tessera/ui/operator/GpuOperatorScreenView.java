package tessera.ui.operator;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.gpu.GpuFleet;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.stack.GpuStackComponent;
import tessera.stack.NodeGpuStackComponent;
import tessera.ui.AppServices;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.change.ClusterChangeMenu;
import tessera.ui.change.HelmReleaseChangeActions;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenInput.SelectedComponent;
import tessera.ui.operator.GpuOperatorScreenState.DiscoveredGpuStack;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsRow;

/** View of the GPU stack's health: installer, operator status, and each node's chain of components. */
public final class GpuOperatorScreenView
        implements
            SnapshotDrivenScreen<GpuOperatorScreenInput, GpuOperatorScreenState> {

    private static final String ID = "operator-table";
    private static final double ROW = 24;
    /** With less room the matrix has all of it. */
    private static final double ROOM_FOR_BOTH = 980;
    private static final double BELOW_WORDS = 96;

    private final GpuOperatorScreenStateBuilder stateBuilder = new GpuOperatorScreenStateBuilder();
    private final GpuStackObjectsPoller poller;
    private final DataTable<NodeComponentsRow> table;
    private final FilteredTable<NodeComponentsRow> filteredTable;
    private final GpuStackCardsPane cards = new GpuStackCardsPane();
    private final NodeGpuStackComponentsPane detail;
    private final BorderPane content = new BorderPane();
    private final GpuStackMatrixColumnHeaders heads;
    private final NoDataPlaceholder root;
    private final ObjectProperty<SelectedComponent> selection = new SimpleObjectProperty<>(SelectedComponent.FIRST);
    private final ObservableValue<GpuOperatorScreenInput> query;
    private final HelmReleaseChangeActions changes;
    private final MenuButton menu = new MenuButton("Change release");
    private final Button install = new Button();
    private final MenuButton othersMenu = new MenuButton("Other charts");
    private final HBox inTheMiddle = new HBox(8, install, othersMenu);
    private final StackPane stage;
    private DiscoveredGpuStack stack = DiscoveredGpuStack.UNSURE;
    private boolean detailed;

    /**
     * An empty screen.
     *
     * @param inspect opens an object in the inspector
     * @param changes of the release
     * @param now     the time, in steps as coarse as ages are shown
     */
    public GpuOperatorScreenView(AppServices services, Consumer<ObjectRef> inspect, HelmReleaseChangeActions changes,
            ObservableValue<Instant> now) {
        this.changes = changes;
        poller = new GpuStackObjectsPoller(services, now);
        table = new DataTable<>(ID, GpuStackMatrixColumns.allColumns(), NodeComponentsRow::name,
                services.layoutMemory(), row -> inspect.accept(ObjectRef.node(row.name())));
        table.node().setFixedCellSize(ROW);
        heads = new GpuStackMatrixColumnHeaders(table.node(), GpuOperatorScreenView::componentOf);
        filteredTable = new FilteredTable<>("operator", table,
                "Filter nodes, for example broken, at:driver or driver:580",
                "No node passes the filter", poller.pollingQuery()::refresh);
        detail = new NodeGpuStackComponentsPane(services,
                new NodeGpuStackComponentsPane.ComponentNavigationCallbacks(inspect, this::showComponent,
                        this::closeDetail),
                now);
        table.selectedProperty().addListener((selected, before, row) -> row.ifPresent(this::chooseRow));
        table.node().addEventFilter(MouseEvent.MOUSE_PRESSED, this::handlePress);
        var middle = new BorderPane(filteredTable.node());
        middle.setTop(new VBox(cards.node(), captionRow()));
        middle.setBottom(legendRow());
        content.setCenter(middle);
        content.widthProperty().addListener(width -> placeParts());
        root = new NoDataPlaceholder(content, () -> retry(services));
        root.setId("operator");
        install.setId("operator-install");
        install.getStyleClass().add("accent");
        othersMenu.setId("operator-others");
        inTheMiddle.setTranslateY(BELOW_WORDS);
        inTheMiddle.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        stage = new StackPane(root, inTheMiddle);
        offerChanges();
        changes.observe(this::offerChanges);
        root.sceneProperty().addListener((property, before, scene) -> poller.pollingQuery().setWatched(scene != null));
        query = Bindings.createObjectBinding(
                () -> new GpuOperatorScreenInput(poller.sightingProperty().get(),
                        filteredTable.filterProperty().getValue(),
                        table.sortProperty().get(), selection.get(), now.getValue()),
                poller.sightingProperty(), filteredTable.filterProperty(), table.sortProperty(), selection, now);
    }

    private void retry(AppServices services) {
        services.retryConnection();
        poller.pollingQuery().refresh();
    }

    private Node captionRow() {
        var text = TextLabelFactory.shrinkable(
                "problems first · columns in the order of starting, so the first broken one explains the rest",
                "small", "muted");
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMaxWidth(Double.MAX_VALUE);
        menu.setId("operator-change");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setOnShowing(event -> offerChanges());
        var title = TextLabelFactory.label("Components", "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        var line = new HBox(8, title, text, menu);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("stack-caption");
        return line;
    }

    private static Node legendRow() {
        var line = new FlowPane(16, 4, legendEntry(GpuStackComponentGlyphFactory.dotNode(), "ready"),
                legendEntry(StatusGlyph.BROKEN.node(), "broken"),
                legendEntry(StatusGlyph.WAITING.node("muted"), "waits or starts"),
                legendEntry(StatusGlyph.WARNING.node(), "works, needs a look"),
                legendEntry(StatusGlyph.UNREACHABLE.node(), "no data"),
                legendEntry(StatusGlyph.NONE.node(), "not for this node"),
                legendEntry(StatusGlyph.CORDONED.node(), "cordoned or paused"));
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("stack-legend");
        return line;
    }

    private static Node legendEntry(Node glyphNode, String text) {
        var entry = new HBox(6, glyphNode, TextLabelFactory.shrinkable(text, "small", "muted"));
        entry.setAlignment(Pos.CENTER_LEFT);
        return entry;
    }

    /** Offers the changes that are currently possible. */
    private void offerChanges() {
        var offers = changes.offers(stack.release());
        // Where nodes still show what was there, the button in the middle would hide them.
        boolean bare = stack.nothing() && !content.isVisible();
        boolean shown = (stack.release().isPresent() || stack.nothing()) && !bare && !offers.isEmpty();
        JavaFxNodeVisibility.setShown(menu, shown);
        inTheMiddle.setVisible(bare && !offers.isEmpty());
        var first = offers.stream().findFirst().orElse(null);
        if (first != null) {
            install.setText(ClusterChangeMenu.offerLabel(first));
            install.setDisable(first.reason().isPresent());
            install.setOnAction(event -> first.begin().run());
        }
        RowMenu.replaceEntries(menu.getItems(), ClusterChangeMenu.menuItems(offers));
        RowMenu.replaceEntries(othersMenu.getItems(), ClusterChangeMenu.menuItems(offers.stream().skip(1).toList()));
    }

    /** Selects the component of a row that was pressed. */
    private void handlePress(MouseEvent event) {
        var node = event.getPickResult().getIntersectedNode();
        while (node != null && !(node instanceof TableCell)) {
            node = node.getParent();
        }
        if (node instanceof TableCell<?, ?> cell && cell.getTableRow() != null
                && cell.getTableRow().getItem() instanceof ObservableValue<?> slot
                && slot.getValue() instanceof NodeComponentsRow row) {
            selection.set(new SelectedComponent(row.name(), componentOf(cell.getTableColumn()), true));
        }
    }

    private static Optional<GpuStackComponent> componentOf(TableColumn<?, ?> column) {
        for (var component : GpuStackComponent.values()) {
            if (column.getId().equals(ID + "-" + component.name())) {
                return Optional.of(component);
            }
        }
        return Optional.empty();
    }

    private void chooseRow(NodeComponentsRow row) {
        if (!selection.get().node().equals(row.name()) || !selection.get().open()) {
            selection.set(new SelectedComponent(row.name(), Optional.empty(), true));
        }
    }

    private void showComponent(GpuStackComponent component) {
        var state = selection.get();
        selection.set(
                new SelectedComponent(state.node().isEmpty() ? detail.nodeName() : state.node(), Optional.of(component),
                        true));
    }

    private void closeDetail() {
        selection.set(new SelectedComponent("", Optional.empty(), false));
    }

    /** Shows the chain of the inspected node, wherever it was selected. */
    public void markNode(String node) {
        if (!node.isEmpty()) {
            table.mark(node);
            if (selection.get().open() && !selection.get().node().equals(node)) {
                selection.set(new SelectedComponent(node, Optional.empty(), true));
            }
        }
    }

    public void focusFilter() {
        filteredTable.focusFilter();
    }

    @Override
    public Node node() {
        return stage;
    }

    @Override
    public ObservableValue<GpuOperatorScreenInput> query() {
        return query;
    }

    @Override
    public GpuOperatorScreenState project(GpuFleet fleet, GpuOperatorScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        root.show(EmptyScreenNotice.ofProblem(problem));
    }

    @Override
    public void show(GpuOperatorScreenState state) {
        stack = state.stack();
        boolean shown = root.showNoticeOrContent(state.notice());
        offerChanges();
        if (!shown) {
            return;
        }
        cards.show(state.cards());
        filteredTable.show(state.rows(), state.count(), state.filterProblem(), state.totalsText());
        heads.show(state.rows());
        detailed = state.detail().isPresent();
        state.detail().ifPresentOrElse(looked -> {
            detail.show(looked);
            table.mark(looked.chain().name());
        }, detail::stopReading);
        placeParts();
    }

    private void placeParts() {
        boolean shown = detailed && content.getWidth() >= ROOM_FOR_BOTH;
        if (shown != (content.getRight() != null)) {
            content.setRight(shown ? detail.node() : null);
        }
    }

    /**
     * Column headers of the matrix: start order of the components as a line, broken components by their ground. FX thread.
     */
    private static final class GpuStackMatrixColumnHeaders {

        private static final String CHAIN = "chain-column";
        private static final String FAILING = "failing-column";
        private static final GpuStackComponent LAST = List.of(GpuStackComponent.values()).getLast();
        /** So much of a column's width is not its head's. */
        private static final double EDGES = 10;

        private final TableView<?> table;
        private final Function<TableColumn<?, ?>, Optional<GpuStackComponent>> components;

        /** @param components which components a column shows; empty where it shows something else */
        GpuStackMatrixColumnHeaders(TableView<?> table,
                Function<TableColumn<?, ?>, Optional<GpuStackComponent>> components) {
            this.table = table;
            this.components = components;
            for (var column : table.getColumns()) {
                components.apply(column).ifPresent(component -> {
                    column.getStyleClass().add(CHAIN);
                    column.setGraphic(headerNode(column, component));
                });
            }
        }

        private static Node headerNode(TableColumn<?, ?> column, GpuStackComponent component) {
            var ring = new Region();
            ring.getStyleClass().add("chain-ring");
            var line = new Region();
            line.getStyleClass().add("chain-line");
            line.setVisible(component != LAST);
            HBox.setHgrow(line, Priority.ALWAYS);
            var step = new HBox(ring, line);
            step.setAlignment(Pos.CENTER_LEFT);
            var head = new VBox(4, TextLabelFactory.shrinkable(column.getText(), "chain-title"), step);
            head.setAlignment(Pos.CENTER_LEFT);
            head.setMinWidth(0);
            head.prefWidthProperty().bind(column.widthProperty().subtract(EDGES));
            return head;
        }

        /** Tints the columns in which a component of these is broken. */
        void show(List<NodeComponentsRow> rows) {
            var broken = rows.stream().flatMap(row -> row.chain().links().stream())
                    .filter(stackComponent -> stackComponent.state() == NodeGpuStackComponent.NodeComponentState.BROKEN)
                    .map(NodeGpuStackComponent::component)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(GpuStackComponent.class)));
            for (var column : table.getColumns()) {
                boolean failing = components.apply(column).filter(broken::contains).isPresent();
                if (failing != column.getStyleClass().contains(FAILING)) {
                    if (failing) {
                        column.getStyleClass().add(FAILING);
                    } else {
                        column.getStyleClass().remove(FAILING);
                    }
                }
            }
        }
    }
}
