package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.insight.GpuTile;
import tessera.insight.PodOwners;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.TrendSource;
import tessera.ui.mosaic.MosaicCanvas.PointerTarget;

/** The numbers of what is under the pointer, on a small card that floats beside it. */
final class HoverCard extends VBox {

    private static final int LISTED = 6;

    private final TrendSource trends;

    HoverCard(TrendSource trends) {
        this.trends = trends;
        getStyleClass().add("hover-card");
        setManaged(false);
        setMouseTransparent(true);
        setVisible(false);
    }

    void show(PointerTarget target, PodVisibility sight) {
        getChildren().setAll(title(target));
        getChildren().addAll(new HoverMeasures(trends).of(target));
        getChildren().add(uses(target, sight));
        if (sight != PodVisibility.NONE) {
            holders(target).forEach(getChildren()::add);
        }
        setVisible(true);
        // Its letters have no size before their style is known, and it does not wait for the next pulse.
        applyCss();
        autosize();
    }

    private static HBox title(PointerTarget target) {
        var node = target.place().card().node();
        var name = new Label(node.name());
        name.getStyleClass().add("hover-title");
        var product = new Label(node.product().title() + " · " + node.division());
        product.getStyleClass().add("muted");
        var box = new HBox(8, name, product);
        box.setAlignment(javafx.geometry.Pos.BASELINE_LEFT);
        return box;
    }

    private static GridPane uses(PointerTarget target, PodVisibility sight) {
        var grid = new GridPane(12, 4);
        int row = 0;
        for (var use : target.place().card().node().uses()) {
            var name = new Label(use.resource());
            name.getStyleClass().addAll("mono", "muted");
            var words = switch (sight) {
                case ALL -> "%s of %s held, %s free".formatted(NumberText.count(use.allocated()),
                        NumberText.count(use.allocatable()), NumberText.count(use.free()));
                case SOME -> "≥ %s of %s held".formatted(NumberText.count(use.allocated()),
                        NumberText.count(use.allocatable()));
                case NONE -> NumberText.count(use.allocatable()) + " offered, use unknown";
            };
            grid.addRow(row++, name, new Label(words));
            if (use.unhealthy() > 0) {
                var withheld = new Label(NumberText.count(use.unhealthy()) + " unhealthy");
                withheld.getStyleClass().add("danger-text");
                grid.add(withheld, 1, row++);
            }
        }
        if (row == 0) {
            grid.addRow(0, new Label("No GPU resource is advertised"));
        }
        return grid;
    }

    private static List<Label> holders(PointerTarget target) {
        var card = target.place().card();
        var pods = new LinkedHashMap<String, PodFacts>();
        if (target.tile() < 0 || target.tile() >= card.tiles().size()) {
            card.node().holders().forEach(pod -> pods.put(pod.key(), pod));
        } else {
            card.tiles().get(target.tile()).parts().stream().map(GpuTile.TilePart::holder).filter(pod -> pod != null)
                    .forEach(pod -> pods.put(pod.key(), pod));
        }
        var labels = new ArrayList<Label>();
        pods.values().stream().limit(LISTED).forEach(pod -> labels.add(new Label(line(pod))));
        if (pods.size() > LISTED) {
            labels.add(new Label("and %d more".formatted(pods.size() - LISTED)));
        }
        return labels;
    }

    private static String line(PodFacts pod) {
        var owner = PodOwners.of(pod);
        return pod.namespace() + " · " + pod.name() + (owner.exists() ? " · " + owner.kind() : "");
    }
}
