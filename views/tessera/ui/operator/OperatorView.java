package tessera.ui.operator;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
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
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.insight.GpuFleet;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.stack.StackComponent;
import tessera.ui.AppServices;
import tessera.ui.ProjectedScreen;
import tessera.ui.change.ChangeMenu;
import tessera.ui.change.ReleaseChanges;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.NodeVisibility;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorQuery.LinkChoice;
import tessera.ui.operator.OperatorState.ChainRow;
import tessera.ui.operator.OperatorState.FoundStack;

/** View of the GPU stack's health: installer, operator status, and each node's chain of components. */
public final class OperatorView implements ProjectedScreen<OperatorQuery, OperatorState> {

    private static final String ID = "operator-table";
    private static final double ROW = 24;
    /** With less room the matrix has all of it. */
    private static final double ROOM_FOR_BOTH = 980;
    private static final double BELOW_WORDS = 96;

    private final OperatorProjection projection = new OperatorProjection();
    private final StackFeed feed;
    private final DataTable<ChainRow> table;
    private final FilteredTable<ChainRow> place;
    private final CardsPane cards = new CardsPane();
    private final DetailPane detail;
    private final BorderPane content = new BorderPane();
    private final ChainHeads heads;
    private final StatePlaceholder root;
    private final ObjectProperty<LinkChoice> chosen = new SimpleObjectProperty<>(LinkChoice.FIRST);
    private final ObservableValue<OperatorQuery> query;
    private final ReleaseChanges changes;
    private final MenuButton menu = new MenuButton("Change release");
    private final Button install = new Button();
    private final MenuButton others = new MenuButton("Other charts");
    private final HBox inTheMiddle = new HBox(8, install, others);
    private final StackPane stage;
    private FoundStack found = FoundStack.UNSURE;
    private boolean detailed;

    /**
     * An empty screen.
     *
     * @param inspect opens an object in the inspector
     * @param changes of the release
     * @param now     the time, in steps as coarse as ages are shown
     */
    public OperatorView(AppServices desk, Consumer<ObjectRef> inspect, ReleaseChanges changes,
            ObservableValue<Instant> now) {
        this.changes = changes;
        feed = new StackFeed(desk, now);
        table = new DataTable<>(ID, ChainColumns.allColumns(), ChainRow::name, desk.layoutMemory(),
                row -> inspect.accept(ObjectRef.node(row.name())));
        table.node().setFixedCellSize(ROW);
        heads = new ChainHeads(table.node(), OperatorView::componentOf);
        place = new FilteredTable<>("operator", table, "Filter nodes, for example broken, at:driver or driver:580",
                "No node passes the filter", feed.pollingQuery()::refresh);
        detail = new DetailPane(desk, new DetailPane.DetailLinks(inspect, this::showComponent, this::closeDetail), now);
        table.selectedProperty().addListener((selected, before, row) -> row.ifPresent(this::chooseRow));
        table.node().addEventFilter(MouseEvent.MOUSE_PRESSED, this::handlePress);
        var middle = new BorderPane(place.node());
        middle.setTop(new VBox(cards.node(), captionRow()));
        middle.setBottom(legendRow());
        content.setCenter(middle);
        content.widthProperty().addListener(width -> placeParts());
        root = new StatePlaceholder(content, () -> {
            desk.retryConnection();
            feed.pollingQuery().refresh();
        });
        root.setId("operator");
        install.setId("operator-install");
        install.getStyleClass().add("accent");
        others.setId("operator-others");
        inTheMiddle.setTranslateY(BELOW_WORDS);
        inTheMiddle.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        stage = new StackPane(root, inTheMiddle);
        offerChanges();
        changes.observe(this::offerChanges);
        root.sceneProperty().addListener((property, before, scene) -> feed.pollingQuery().setWatched(scene != null));
        query = Bindings.createObjectBinding(
                () -> new OperatorQuery(feed.sightingProperty().get(), place.filterProperty().getValue(),
                        table.sortProperty().get(), chosen.get(), now.getValue()),
                feed.sightingProperty(), place.filterProperty(), table.sortProperty(), chosen, now);
    }

    private Node captionRow() {
        var text = SelectableText.shrinkable(
                "problems first · columns in the order of starting, so the first broken one explains the rest",
                "small", "muted");
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMaxWidth(Double.MAX_VALUE);
        menu.setId("operator-change");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setOnShowing(event -> offerChanges());
        var title = SelectableText.label("Components", "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        var line = new HBox(8, title, text, menu);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("stack-caption");
        return line;
    }

    private static Node legendRow() {
        var line = new FlowPane(16, 4, legendEntry(ChainLinkGlyphs.dotNode(), "ready"),
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

    private static Node legendEntry(Node sign, String text) {
        var entry = new HBox(6, sign, SelectableText.shrinkable(text, "small", "muted"));
        entry.setAlignment(Pos.CENTER_LEFT);
        return entry;
    }

    /** Offers the changes that are currently possible. */
    private void offerChanges() {
        var offers = changes.offers(found.release());
        // Where nodes still show what was there, the button in the middle would hide them.
        boolean bare = found.nothing() && !content.isVisible();
        boolean shown = (found.release().isPresent() || found.nothing()) && !bare && !offers.isEmpty();
        NodeVisibility.setShown(menu, shown);
        inTheMiddle.setVisible(bare && !offers.isEmpty());
        offers.stream().findFirst().ifPresent(first -> {
            install.setText(ChangeMenu.offerLabel(first));
            install.setDisable(first.reason().isPresent());
            install.setOnAction(event -> first.begin().run());
        });
        RowMenu.replaceEntries(menu.getItems(), ChangeMenu.menuItems(offers));
        RowMenu.replaceEntries(others.getItems(), ChangeMenu.menuItems(offers.stream().skip(1).toList()));
    }

    /** Selects the link of a row that was pressed. */
    private void handlePress(MouseEvent event) {
        var node = event.getPickResult().getIntersectedNode();
        while (node != null && !(node instanceof TableCell)) {
            node = node.getParent();
        }
        if (node instanceof TableCell<?, ?> cell && cell.getTableRow() != null
                && cell.getTableRow().getItem() instanceof ObservableValue<?> slot
                && slot.getValue() instanceof ChainRow row) {
            chosen.set(new LinkChoice(row.name(), componentOf(cell.getTableColumn()), true));
        }
    }

    private static Optional<StackComponent> componentOf(TableColumn<?, ?> column) {
        for (var component : StackComponent.values()) {
            if (column.getId().equals(ID + "-" + component.name())) {
                return Optional.of(component);
            }
        }
        return Optional.empty();
    }

    private void chooseRow(ChainRow row) {
        if (!chosen.get().node().equals(row.name()) || !chosen.get().open()) {
            chosen.set(new LinkChoice(row.name(), Optional.empty(), true));
        }
    }

    private void showComponent(StackComponent component) {
        var state = chosen.get();
        chosen.set(
                new LinkChoice(state.node().isEmpty() ? detail.nodeName() : state.node(), Optional.of(component),
                        true));
    }

    private void closeDetail() {
        chosen.set(new LinkChoice("", Optional.empty(), false));
    }

    /** Shows the chain of the inspected node, wherever it was selected. */
    public void markNode(String node) {
        if (!node.isEmpty()) {
            table.mark(node);
            if (chosen.get().open() && !chosen.get().node().equals(node)) {
                chosen.set(new LinkChoice(node, Optional.empty(), true));
            }
        }
    }

    public void focusFilter() {
        place.focusFilter();
    }

    @Override
    public Node node() {
        return stage;
    }

    @Override
    public ObservableValue<OperatorQuery> query() {
        return query;
    }

    @Override
    public OperatorState project(GpuFleet fleet, OperatorQuery question) {
        return projection.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        root.show(ScreenNotice.ofProblem(problem));
    }

    @Override
    public void show(OperatorState state) {
        found = state.stack();
        boolean shown = root.showNoticeOrContent(state.notice());
        offerChanges();
        if (!shown) {
            return;
        }
        cards.show(state.cards());
        place.show(state.rows(), state.count(), state.remark(), state.sums());
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
}
