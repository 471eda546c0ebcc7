package tessera.ui.claims;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.TilePane;
import javafx.scene.layout.VBox;
import tessera.gpu.GpuFleet;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.change.SchedulingRemedyOfferBuilder;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimHeadlineFigure;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.claims.ResourceClaimsScreenState.DevicePoolViewState;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TableSort;
import tessera.ui.kit.TooltipFactory;

/** Table of ResourceClaims, pending ones first; device classes, tainted devices and incomplete pools below it. */
public final class ResourceClaimsView
        implements
            SnapshotDrivenScreen<ResourceClaimsScreenInput, ResourceClaimsScreenState> {

    private static final List<String> LEGEND = List.of("whole", "parts", "shared", "leaked", "tainted", "free");
    private static final double SWATCH = 12;
    private static final double CARD = 230;
    private static final double GAP = 12;
    private static final double NAME = 150;
    private static final double POOLS = 212;

    private final ResourceClaimsScreenStateBuilder stateBuilder = new ResourceClaimsScreenStateBuilder();
    private final DataTable<ResourceClaimRow> table;
    private final FilteredTable<ResourceClaimRow> filteredTable;
    private final SegmentedChoiceControl<ResourceClaimStatusFilter> segments = new SegmentedChoiceControl<>(
            "claims-segment",
            List.of(ResourceClaimStatusFilter.values()),
            ResourceClaimStatusFilter::title);
    private final HBox figures = new HBox();
    private final PaneChildrenReconciler<ClaimHeadlineFigure> figureParts = new PaneChildrenReconciler<>(
            figures.getChildren(),
            ResourceClaimsView::figureNode);
    private final VBox classes = new VBox();
    private final PaneChildrenReconciler<ClaimsSidePaneRow> classParts = new PaneChildrenReconciler<>(
            classes.getChildren(),
            ResourceClaimsView::sideLine);
    private final VBox devices = new VBox();
    private final PaneChildrenReconciler<ClaimsSidePaneRow> deviceParts = new PaneChildrenReconciler<>(
            devices.getChildren(),
            ResourceClaimsView::sideLine);
    private final VBox pools = new VBox(8);
    private final TilePane cards = new TilePane(GAP, GAP);
    private final PaneChildrenReconciler<DevicePoolViewState> poolParts = new PaneChildrenReconciler<>(
            cards.getChildren(), DraPoolCardFactory::poolCard);
    private final Label morePools = new Label();
    private final ResourceClaimPane pane;
    private final Label noTaints = new Label();
    private final NoDataPlaceholder root;
    private final ObservableValue<ResourceClaimsScreenInput> query;

    /**
     * An empty table.
     *
     * @param open      called with a pod of the claim that is chosen, once its link is followed
     * @param remedies  the changes that help a pod to devices
     * @param namespace the only one that is wanted; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public ResourceClaimsView(AppServices services, Consumer<ObjectRef> open, SchedulingRemedyOfferBuilder remedies,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        table = new DataTable<>("claims-table", ResourceClaimRow.columns(), ResourceClaimRow::key,
                services.layoutMemory(),
                row -> {});
        table.showDefaultSort(new TableSort("status", false));
        pane = new ResourceClaimPane(services, open, remedies, () -> table.node().getSelectionModel().clearSelection());
        filteredTable = new FilteredTable<>("claims", table, "Filter claims, for example class:mig ns:research pending",
                "No claim passes the filter", services::retryConnection);
        filteredTable.addTool(segments.node());
        figures.getStyleClass().add("figures");
        var middle = new BorderPane(filteredTable.node());
        middle.setTop(poolsSection());
        middle.setBottom(lowerSections());
        var content = new BorderPane(middle);
        content.setTop(figures);
        content.setRight(pane.node());
        root = new NoDataPlaceholder(content, services::retryConnection);
        query = Bindings.createObjectBinding(
                () -> new ResourceClaimsScreenInput(filteredTable.filterProperty().getValue(),
                        table.sortProperty().get(),
                        segments.chosenProperty().get(), namespace.getValue(),
                        table.selectedProperty().get().map(ResourceClaimRow::key).orElse(""), now.getValue()),
                filteredTable.filterProperty(), table.sortProperty(), segments.chosenProperty(), namespace,
                table.selectedProperty(), now);
    }

    private Node poolsSection() {
        var heading = new Label("Pools");
        heading.getStyleClass().add("section-title");
        var legend = new HBox(12);
        legend.setAlignment(Pos.CENTER_LEFT);
        for (var use : LEGEND) {
            var tile = new Region();
            tile.getStyleClass().addAll("pool-tile", use);
            tile.setMinSize(SWATCH, SWATCH);
            tile.setMaxSize(SWATCH, SWATCH);
            var text = new Label(use);
            text.getStyleClass().add("pool-caption");
            var entry = new HBox(6, tile, text);
            entry.setAlignment(Pos.CENTER_LEFT);
            legend.getChildren().add(entry);
        }
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        morePools.getStyleClass().add("claims-more");
        var head = new HBox(8, heading, morePools, gap, legend);
        head.setAlignment(Pos.CENTER_LEFT);
        cards.setId("claims-cards");
        cards.widthProperty().subscribe(width -> {
            double columns = Math.max(1, Math.floor((width.doubleValue() + GAP) / (CARD + GAP)));
            cards.setPrefTileWidth(Math.max(CARD, Math.floor((width.doubleValue() - (columns - 1) * GAP) / columns)));
        });
        var scroll = new ScrollPane(cards);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setMaxHeight(POOLS);
        pools.getChildren().addAll(head, scroll);
        pools.getStyleClass().addAll("claims-section", "claims-pools");
        return pools;
    }

    private Node lowerSections() {
        noTaints.getStyleClass().add("claims-none");
        var left = section("Device classes", classes);
        var right = section("Tainted devices and skipped pools", new VBox(noTaints, devices));
        var both = new HBox(left, right);
        both.getStyleClass().add("claims-below");
        for (var side : List.of(left, right)) {
            HBox.setHgrow(side, Priority.ALWAYS);
            side.setPrefWidth(0);
        }
        return both;
    }

    private static Region section(String title, Node lines) {
        var heading = new Label(title);
        heading.getStyleClass().add("section-title");
        var scroll = new ScrollPane(lines);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        var box = new VBox(6, heading, scroll);
        box.getStyleClass().add("claims-section");
        return box;
    }

    private static Node figureNode(ClaimHeadlineFigure figure) {
        var title = new Label(figure.title());
        title.getStyleClass().add("figure-title");
        var number = new Label(figure.number());
        number.getStyleClass().add("figure-number");
        number.setMinWidth(Region.USE_PREF_SIZE);
        var share = new Label(figure.share());
        share.getStyleClass().add("figure-share");
        var row = new HBox(8, number, share);
        row.setAlignment(Pos.BASELINE_LEFT);
        var detail = new Label(figure.detail());
        detail.getStyleClass().add("figure-detail");
        var box = new VBox(title, row, detail);
        box.getStyleClass().add("figure");
        box.setPrefWidth(0);
        box.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(box, Priority.ALWAYS);
        return box;
    }

    private static Node sideLine(ClaimsSidePaneRow row) {
        var name = new Label(row.name());
        name.getStyleClass().add("claims-name");
        name.setMinWidth(NAME);
        var detail = new Label(row.detail());
        detail.setPrefWidth(0);
        var more = new Label(row.extraDetail());
        more.getStyleClass().add("claims-more");
        TooltipFactory.install(detail, row.detail());
        TooltipFactory.install(more, row.extraDetail());
        more.setMinWidth(Region.USE_PREF_SIZE);
        var box = new HBox(12, row.glyph().node(), name, detail, more);
        detail.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(detail, Priority.ALWAYS);
        box.setAlignment(Pos.CENTER_LEFT);
        box.getStyleClass().add("claims-line");
        return box;
    }

    public void focusFilter() {
        filteredTable.focusFilter();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<ResourceClaimsScreenInput> query() {
        return query;
    }

    @Override
    public ResourceClaimsScreenState project(GpuFleet fleet, ResourceClaimsScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        filteredTable.showProblem(problem);
    }

    @Override
    public void show(ResourceClaimsScreenState state) {
        if (!root.showNoticeOrContent(state.notice())) {
            return;
        }
        figureParts.show(state.figures());
        state.segments().forEach((segment, number) -> segments.rename(segment,
                segment == ResourceClaimStatusFilter.ALL || number == 0 ? segment.title()
                        : segment.title() + " " + number));
        filteredTable.setNoneText(state.noneText());
        filteredTable.show(state.rows(), state.countText(), state.problem(),
                state.gapsText().isEmpty() ? state.sumsText() : state.gapsText());
        classParts.show(state.classes());
        deviceParts.show(state.devices());
        poolParts.show(state.pools());
        JavaFxNodeVisibility.setShown(pools, !state.pools().isEmpty());
        morePools.setText(
                state.morePools() == 0 ? ""
                        : "and %s".formatted(GroupedNumberFormatter.withNoun(state.morePools(), "more pool")));
        pane.show(state.selectedClaim());
        noTaints.setText(state.gapsText().isEmpty() ? "No device is tainted, and every pool is complete"
                : "None among what you may read");
        JavaFxNodeVisibility.setShown(noTaints, state.devices().isEmpty());
    }
}
