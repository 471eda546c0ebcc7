package tessera.ui.claims;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
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
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.ScreenServices;
import tessera.ui.change.SchedulingRemedyOfferBuilder;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimHeadlineFigure;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.claims.ResourceClaimsScreenState.DevicePoolViewState;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TableScreen;
import tessera.ui.kit.TableSort;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Table of ResourceClaims, pending ones first; device classes, tainted devices and incomplete pools below it. */
public final class ResourceClaimsView
        extends
            TableScreen<ResourceClaimRow, ResourceClaimsScreenInput, ResourceClaimsScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimsView.class);
    private static final List<String> LEGEND = List.of("whole", "parts", "shared", "leaked", "tainted", "free");
    private static final double SWATCH = 12;
    private static final double CARD = 230;
    private static final double GAP = 12;
    private static final double NAME = 150;
    private static final double POOLS = 212;

    private final SegmentedChoiceControl<ResourceClaimStatusFilter> segments = new SegmentedChoiceControl<>(
            "claims-segment", List.of(ResourceClaimStatusFilter.values()), ResourceClaimStatusFilter::title);
    private final HBox figures = new HBox();
    private final PaneChildrenReconciler<ClaimHeadlineFigure> figureParts = new PaneChildrenReconciler<>(
            figures.getChildren(), ResourceClaimsView::figureNode);
    private final VBox classes = new VBox();
    private final PaneChildrenReconciler<ClaimsSidePaneRow> classParts = new PaneChildrenReconciler<>(
            classes.getChildren(), ResourceClaimsView::sideLine);
    private final VBox devices = new VBox();
    private final PaneChildrenReconciler<ClaimsSidePaneRow> deviceParts = new PaneChildrenReconciler<>(
            devices.getChildren(), ResourceClaimsView::sideLine);
    private final VBox pools = new VBox(8);
    private final TilePane cards = new TilePane(GAP, GAP);
    private final PaneChildrenReconciler<DevicePoolViewState> poolParts = new PaneChildrenReconciler<>(
            cards.getChildren(), DraPoolCardFactory::poolCard);
    private final Label morePools = TextLabelFactory.label("", "claims-more");
    private final ResourceClaimPane pane;
    private final Label noTaints = TextLabelFactory.label("", "claims-none");
    private final NoDataPlaceholder root;

    /**
     * An empty table.
     *
     * @param open      called with a pod of the claim that is chosen, once its link is followed
     * @param remedies  the changes that help a pod to devices
     * @param namespace the only one that is wanted; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public ResourceClaimsView(ScreenServices services, Consumer<ObjectRef> open, SchedulingRemedyOfferBuilder remedies,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        super(services, new TableDescription<>("claims", ResourceClaimRow.columns(), ResourceClaimRow::key,
                MESSAGES.text("filter.prompt"), MESSAGES.text("list.noMatch")), row -> {});
        table().showDefaultSort(new TableSort("status", false));
        pane = new ResourceClaimPane(services, open, remedies,
                () -> table().node().getSelectionModel().clearSelection());
        addTool(segments.node());
        figures.getStyleClass().add("figures");
        var middle = new BorderPane(filteredTable().node());
        middle.setTop(poolsSection());
        middle.setBottom(lowerSections());
        var content = new BorderPane(middle);
        content.setTop(figures);
        content.setRight(pane.node());
        root = new NoDataPlaceholder(content, services::retryConnection);
        setNode(root);
        ask(new ResourceClaimsScreenStateBuilder()::project,
                (filter, sort) -> new ResourceClaimsScreenInput(filter, sort, segments.chosenProperty().get(),
                        namespace.getValue(), table().selectedProperty().get().map(ResourceClaimRow::key).orElse(""),
                        now.getValue()),
                segments.chosenProperty(), namespace, table().selectedProperty(), now);
    }

    private Node poolsSection() {
        var heading = TextLabelFactory.label(MESSAGES.text("section.pools"), "section-title");
        var legend = LayoutBoxFactory.row(12);
        for (var use : LEGEND) {
            var tile = LayoutBoxFactory.withStyle(new Region(), "pool-tile", use);
            tile.setMinSize(SWATCH, SWATCH);
            tile.setMaxSize(SWATCH, SWATCH);
            var text = TextLabelFactory.label(MESSAGES.text("legend.use", use), "pool-caption");
            var entry = LayoutBoxFactory.row(6, tile, text);
            legend.getChildren().add(entry);
        }
        var head = LayoutBoxFactory.row(8, heading, morePools, LayoutBoxFactory.spacer(), legend);
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
        var left = section(MESSAGES.text("section.classes"), classes);
        var right = section(MESSAGES.text("section.devices"), new VBox(noTaints, devices));
        var both = LayoutBoxFactory.withStyle(new HBox(left, right), "claims-below");
        for (var side : List.of(left, right)) {
            HBox.setHgrow(side, Priority.ALWAYS);
            side.setPrefWidth(0);
        }
        return both;
    }

    private static Region section(String title, Node lines) {
        var heading = TextLabelFactory.label(title, "section-title");
        var scroll = new ScrollPane(lines);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        return LayoutBoxFactory.withStyle(new VBox(6, heading, scroll), "claims-section");
    }

    private static Node figureNode(ClaimHeadlineFigure figure) {
        var title = TextLabelFactory.label(figure.title(), "figure-title");
        var number = TextLabelFactory.whole(figure.number(), "figure-number");
        var share = TextLabelFactory.label(figure.share(), "figure-share");
        var row = LayoutBoxFactory.baselineRow(8, number, share);
        var detail = TextLabelFactory.label(figure.detail(), "figure-detail");
        var box = LayoutBoxFactory.growing(LayoutBoxFactory.withStyle(new VBox(title, row, detail), "figure"));
        box.setPrefWidth(0);
        return box;
    }

    private static Node sideLine(ClaimsSidePaneRow row) {
        var name = TextLabelFactory.label(row.name(), "claims-name");
        name.setMinWidth(NAME);
        var detail = new Label(row.detail());
        detail.setPrefWidth(0);
        var more = TextLabelFactory.label(row.extraDetail(), "claims-more");
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

    @Override
    public void show(ResourceClaimsScreenState state) {
        if (!root.showNoticeOrContent(state.notice())) {
            return;
        }
        figureParts.show(state.figures());
        state.segments()
                .forEach((segment, number) -> segments.rename(segment,
                        segment == ResourceClaimStatusFilter.ALL || number == 0 ? segment.title()
                                : segment.title() + " " + number));
        filteredTable().setNoneText(state.noneText());
        showRows(state.rows(), state.countText(), state.problem(),
                OptionalText.orElse(state.gapsText(), state.sumsText()));
        classParts.show(state.classes());
        deviceParts.show(state.devices());
        poolParts.show(state.pools());
        JavaFxNodeVisibility.setShown(pools, !state.pools().isEmpty());
        morePools.setText(state.morePools() > 0 ? MESSAGES.text("pools.more", state.morePools()) : "");
        pane.show(state.selectedClaim());
        noTaints.setText(state.gapsText().isEmpty() ? MESSAGES.text("devices.noneTainted")
                : MESSAGES.text("devices.noneReadable"));
        JavaFxNodeVisibility.setShown(noTaints, state.devices().isEmpty());
    }
}
