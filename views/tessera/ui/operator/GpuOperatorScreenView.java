package tessera.ui.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackObjects;
import tessera.stack.NodeGpuStackComponent;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.ScreenServices;
import tessera.ui.change.ClusterChangeMenu;
import tessera.ui.change.HelmReleaseChangeActions;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableScreen;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenInput.SelectedComponent;
import tessera.ui.operator.GpuOperatorScreenState.DiscoveredGpuStack;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsRow;
import tessera.ui.operator.GpuOperatorScreenState.StackCardContent;
import tessera.ui.operator.GpuOperatorScreenState.StackCardStatusLine;

/** View of the GPU stack's health: installer, operator status, and each node's chain of components. */
public final class GpuOperatorScreenView
        extends
            TableScreen<NodeComponentsRow, GpuOperatorScreenInput, GpuOperatorScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuOperatorScreenView.class);
    private static final double ROW = 24;
    /** With less room the matrix has all of it. */
    private static final double ROOM_FOR_BOTH = 980;
    private static final double BELOW_WORDS = 96;

    private final GpuOperatorScreenStateBuilder stateBuilder = new GpuOperatorScreenStateBuilder();
    private final GpuStackObjectsPoller poller;
    private final GpuStackCardsPane cards = new GpuStackCardsPane();
    private final NodeGpuStackComponentsPane detail;
    private final BorderPane content = new BorderPane();
    private final GpuStackMatrixColumnHeaders heads;
    private final NoDataPlaceholder root;
    private final ObjectProperty<SelectedComponent> selection = new SimpleObjectProperty<>(SelectedComponent.FIRST);
    private final HelmReleaseChangeActions changes;
    private final MenuButton menu = new MenuButton(MESSAGES.text("menu.release"));
    private final Button install = new Button();
    private final MenuButton othersMenu = new MenuButton(MESSAGES.text("menu.charts"));
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
    public GpuOperatorScreenView(ScreenServices services, Consumer<ObjectRef> inspect, HelmReleaseChangeActions changes,
            ObservableValue<Instant> now) {
        super(services,
                new TableDescription<>("operator", GpuStackMatrixColumns.allColumns(), NodeComponentsRow::name,
                        MESSAGES.text("filter.prompt"), MESSAGES.text("filter.noMatch")),
                row -> inspect.accept(ObjectRef.node(row.name())));
        this.changes = changes;
        poller = new GpuStackObjectsPoller(services, now);
        table().node().setFixedCellSize(ROW);
        heads = new GpuStackMatrixColumnHeaders(table().node(), this::componentOf);
        detail = new NodeGpuStackComponentsPane(services, new NodeGpuStackComponentsPane.ComponentNavigationCallbacks(
                inspect, this::showComponent, this::closeDetail), now);
        table().selectedProperty().addListener((selected, before, row) -> row.ifPresent(this::chooseRow));
        table().node().addEventFilter(MouseEvent.MOUSE_PRESSED, this::handlePress);
        var middle = new BorderPane(filteredTable().node());
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
        setNode(stage, root::showProblem);
        ask(stateBuilder::project, (filter, sort) -> new GpuOperatorScreenInput(poller.sightingProperty().get(), filter,
                sort, selection.get(), now.getValue()), poller.sightingProperty(), selection, now);
    }

    @Override
    protected void retry(ScreenServices services) {
        services.retryConnection();
        poller.pollingQuery().refresh();
    }

    private Node captionRow() {
        var text = LayoutBoxFactory
                .growing(TextLabelFactory.shrinkable(MESSAGES.text("components.order"), "small", "muted"));
        menu.setId("operator-change");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setOnShowing(event -> offerChanges());
        var title = TextLabelFactory.whole(MESSAGES.text("components.title"), "section-title");
        return LayoutBoxFactory.withStyle(LayoutBoxFactory.row(8, title, text, menu), "stack-caption");
    }

    private static Node legendRow() {
        var line = new FlowPane(16, 4,
                legendEntry(GpuStackComponentGlyphFactory.dotNode(), MESSAGES.text("legend.ready")),
                legendEntry(StatusGlyph.BROKEN.node(), MESSAGES.text("state.broken")),
                legendEntry(StatusGlyph.WAITING.node("muted"), MESSAGES.text("legend.waiting")),
                legendEntry(StatusGlyph.WARNING.node(), MESSAGES.text("legend.warning")),
                legendEntry(StatusGlyph.UNREACHABLE.node(), MESSAGES.text("legend.noData")),
                legendEntry(StatusGlyph.NONE.node(), MESSAGES.text("legend.absent")),
                legendEntry(StatusGlyph.CORDONED.node(), MESSAGES.text("legend.cordoned")));
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("stack-legend");
        return line;
    }

    private static Node legendEntry(Node glyphNode, String text) {
        return LayoutBoxFactory.row(6, glyphNode, TextLabelFactory.shrinkable(text, "small", "muted"));
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

    private Optional<GpuStackComponent> componentOf(TableColumn<?, ?> column) {
        for (var component : GpuStackComponent.values()) {
            if (column.getId().equals(table().node().getId() + "-" + component.name())) {
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
        selection.set(new SelectedComponent(OptionalText.orElse(state.node(), detail.nodeName()),
                Optional.of(component), true));
    }

    private void closeDetail() {
        selection.set(new SelectedComponent("", Optional.empty(), false));
    }

    /** Shows the chain of the inspected node, wherever it was selected. */
    public void markNode(String node) {
        if (!node.isEmpty()) {
            table().mark(node);
            if (selection.get().open() && !selection.get().node().equals(node)) {
                selection.set(new SelectedComponent(node, Optional.empty(), true));
            }
        }
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
        filteredTable().show(state.rows(), state.count(), state.filterProblem(), state.totalsText());
        heads.show(state.rows());
        detailed = state.detail().isPresent();
        state.detail().ifPresentOrElse(looked -> {
            detail.show(looked);
            table().mark(looked.chain().name());
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
            var ring = LayoutBoxFactory.withStyle(new Region(), "chain-ring");
            var line = LayoutBoxFactory.spacer();
            line.getStyleClass().add("chain-line");
            line.setVisible(component != LAST);
            var step = LayoutBoxFactory.row(0, ring, line);
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

    /** Feed of the GPU stack's objects as last read. FX thread. */
    private static final class GpuStackObjectsPoller {

        private static final Duration PACE = Duration.ofSeconds(15);

        private final ReadOnlyObjectWrapper<LastReadGpuStack> sighting = new ReadOnlyObjectWrapper<>(
                LastReadGpuStack.NOTHING);
        private final PollingQuery<GpuStackObjects> reading;

        GpuStackObjectsPoller(OpenClusterSource services, ObservableValue<Instant> now) {
            reading = new PollingQuery<>(services, now, PACE,
                    new PollingQueryCallbacks<>(() -> services.clusterServices().stackSource().read(),
                            latestStackObjects -> sighting.set(sighting.get().withObjects(latestStackObjects)),
                            problem -> sighting.set(sighting.get().withProblem(problem)),
                            () -> sighting.set(LastReadGpuStack.NOTHING)));
        }

        ReadOnlyObjectProperty<LastReadGpuStack> sightingProperty() {
            return sighting.getReadOnlyProperty();
        }

        PollingQuery<GpuStackObjects> pollingQuery() {
            return reading;
        }
    }

    /** The cards above the matrix, side by side, or where there is no room for that below each other with their facts in line. FX thread. */
    private static final class GpuStackCardsPane {

        private static final double NAMES = 72;
        private static final double LEAST = 300;
        /** In a narrower place values have no room beside their names. */
        private static final double ABREAST = 720;

        private final HBox row = new HBox();
        private final VBox column = new VBox();
        private final PaneChildrenReconciler<StackCardContent> wide = new PaneChildrenReconciler<>(row.getChildren(),
                GpuStackCardsPane::cardNode);
        private final PaneChildrenReconciler<StackCardContent> narrow = new PaneChildrenReconciler<>(
                column.getChildren(), GpuStackCardsPane::factLines);
        private final StackPane root = new StackPane(row, column);

        GpuStackCardsPane() {
            root.setId("operator-cards");
            row.getStyleClass().add("stack-cards");
            column.getStyleClass().add("stack-cards");
            root.widthProperty().subscribe(this::placeCards);
        }

        private void placeCards() {
            boolean beside = root.getWidth() >= ABREAST;
            JavaFxNodeVisibility.setShown(row, beside);
            JavaFxNodeVisibility.setShown(column, !beside);
        }

        Node node() {
            return root;
        }

        void show(List<StackCardContent> cards) {
            wide.show(cards);
            narrow.show(cards);
        }

        private static Node factLines(StackCardContent card) {
            var facts = new FlowPane(16, 4);
            card.facts().forEach(
                    fact -> facts.getChildren().add(new HBox(6, TextLabelFactory.label(fact.name(), "small", "muted"),
                            TextLabelFactory.label(fact.value(), "small", "plain"))));
            var head = new HBox(16, TextLabelFactory.shrinkableName(card.title(), "section-title"));
            card.status().ifPresent(status -> head.getChildren().add(verdictLine(status)));
            return LayoutBoxFactory.withStyle(new VBox(4, head, facts), "stack-card", "narrow");
        }

        private static Node cardNode(StackCardContent card) {
            var box = new VBox(6, TextLabelFactory.shrinkable(card.title(), "section-title"));
            box.getStyleClass().add("stack-card");
            card.status().ifPresent(status -> box.getChildren().add(verdictLine(status)));
            var grid = new GridPane(12, 4);
            grid.getColumnConstraints()
                    .add(new ColumnConstraints(NAMES, Region.USE_COMPUTED_SIZE, Region.USE_COMPUTED_SIZE));
            for (int at = 0; at < card.facts().size(); at++) {
                var fact = card.facts().get(at);
                var name = TextLabelFactory.whole(fact.name(), "small", "muted");
                GridPane.setValignment(name, VPos.TOP);
                var value = TextLabelFactory.wrapped(fact.value(), "small",
                        at == 0 && card.status().isEmpty() ? "strong" : "plain");
                GridPane.setHgrow(value, Priority.ALWAYS);
                GridPane.setValignment(value, VPos.TOP);
                grid.addRow(at, name, value);
            }
            box.getChildren().add(grid);
            box.setMinWidth(0);
            box.setPrefWidth(LEAST);
            HBox.setHgrow(box, Priority.ALWAYS);
            return box;
        }

        private static Node verdictLine(StackCardStatusLine status) {
            return LayoutBoxFactory.row(8, status.glyph().node(), TextLabelFactory.shrinkable(status.text(), "strong"),
                    TextLabelFactory.label(status.since(), "small", "muted"));
        }
    }
}
