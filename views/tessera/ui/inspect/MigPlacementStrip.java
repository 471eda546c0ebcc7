package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.insight.MigGpuLayout;
import tessera.insight.MigGpuLayout.LayoutInstance;
import tessera.mig.MigPlacement;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.MeasuredNumberText;
import tessera.ui.kit.SelectableText;

/**
 * A MIG GPU drawn to scale: instances at their placements, free and unusable memory, over an axis in gigabytes. FX thread.
 */
final class MigPlacementStrip extends Pane {

    private static final double HEIGHT = 60;
    private static final double AXIS = 18;
    private static final double TICK = 4;
    private static final double GAP = 2;
    /** Below this share of the strip a profile's name takes two lines. */
    private static final double NARROW = 0.2;

    private record DrawnMigPlacement(Node node, MigPlacement placement) {}

    private final List<DrawnMigPlacement> laid = new ArrayList<>();
    private final List<Region> ticks = new ArrayList<>();
    private final List<Region> marks = new ArrayList<>();
    private final NodeGpuMeasurements gpus;
    private final int units;

    /** @param open called with a pod that holds an instance */
    MigPlacementStrip(MigGpuLayout layout, NodeGpuMeasurements gpus, Consumer<ObjectRef> open) {
        this.gpus = gpus;
        var map = layout.map().orElseThrow();
        units = map.units();
        getStyleClass().add("mig-strip");
        for (var piece : layout.instances()) {
            var placement = piece.placement();
            if (placement != null) {
                addPlaced(instanceNode(piece, placement, layout, open), placement);
            }
        }
        map.freeRuns().forEach(
                run -> addPlaced(restRegion(run, layout, "mig-uncut", "can be cut into a further instance"), run));
        map.deadRuns().forEach(run -> addPlaced(restRegion(run, layout, "mig-dead", "that no instance can use"), run));
        for (int unit = 0; unit <= units; unit++) {
            var tick = new Region();
            tick.getStyleClass().add("mig-tick");
            var mark = SelectableText.label(Math.round((double) unit * layout.gigabytes() / units)
                    + (unit == units ? " GB" : ""), "mig-mark");
            ticks.add(tick);
            marks.add(mark);
            getChildren().add(tick);
            if (layout.gigabytes() > 0) {
                getChildren().add(mark);
            }
        }
        setMinHeight(HEIGHT + AXIS);
        setPrefHeight(HEIGHT + AXIS);
    }

    private void addPlaced(Node node, MigPlacement placement) {
        laid.add(new DrawnMigPlacement(node, placement));
        getChildren().add(node);
    }

    private Node instanceNode(LayoutInstance piece, MigPlacement placement, MigGpuLayout layout,
            Consumer<ObjectRef> open) {
        var box = new VBox();
        var profile = piece.device().profile();
        int point = profile.indexOf('.');
        boolean narrow = placement.size() < NARROW * units && point > 0;
        box.getChildren().add(SelectableText.label(narrow ? profile.substring(0, point) : profile, "mig-profile"));
        box.getChildren().add(narrow ? SelectableText.label(profile.substring(point + 1), "mig-words")
                : SelectableText.label(holderText(piece), "mig-words"));
        var unsure = piece.unsure() ? "?" : holderText(piece);
        box.getChildren().add(SelectableText.label(narrow && !piece.isHeld() ? unsure : busyText(piece), "mig-busy"));
        box.getChildren().forEach(label -> ((Region) label).setMinWidth(0));
        box.getStyleClass().addAll("mig-piece", look(piece));
        var text = instanceText(piece, placement, layout);
        Tooltip.install(box, new Tooltip(text));
        box.setAccessibleText(text);
        piece.device().knownHolders().stream().findFirst().ifPresent(pod -> {
            box.setCursor(Cursor.HAND);
            box.setAccessibleRole(AccessibleRole.BUTTON);
            box.setOnMouseClicked(event -> open.accept(ObjectRef.pod(pod.namespace(), pod.name())));
        });
        return box;
    }

    private String look(LayoutInstance piece) {
        if (piece.isHeld()) {
            return "held";
        }
        return piece.unsure() || gpus.sight() != PodListCompleteness.ALL ? "unsure" : "free";
    }

    private String holderText(LayoutInstance piece) {
        if (piece.unsure()) {
            return "perhaps " + piece.device().possibleHolders().getFirst().name();
        }
        return piece.device().knownHolders().stream().findFirst().map(pod -> pod.name())
                .orElse(gpus.sight() == PodListCompleteness.ALL ? "free" : "none seen");
    }

    private static String busyText(LayoutInstance piece) {
        var busy = piece.device().reading(DeviceMetric.UTILISATION);
        return busy instanceof MetricReading.MeasuredValue(double ratio) ? MeasuredNumberText.percent(ratio) + " %"
                : MeasuredNumberText.MISSING;
    }

    private String instanceText(LayoutInstance piece, MigPlacement placement, MigGpuLayout layout) {
        var instance = piece.device().instance();
        var words = new StringBuilder(piece.device().profile());
        if (instance != null) {
            words.append(", GPU instance ").append(instance.id());
        }
        words.append("\n").append(placeText(placement, layout));
        piece.device().knownHolders().forEach(pod -> words.append("\nHeld by ").append(pod.key()));
        if (piece.unsure()) {
            words.append("\nHeld by ").append(piece.device().holderText(", "));
        } else if (!piece.isHeld()) {
            words.append("\n").append(gpus.sight() == PodListCompleteness.ALL ? "Held by nobody"
                    : "No holder is seen; not all pods are known");
        }
        var busy = piece.device().reading(DeviceMetric.UTILISATION);
        words.append("\n").append(busy instanceof MetricReading.MeasuredValue ? "Busy " + busyText(piece)
                : "Busy: " + MeasuredNumberText.missingReason(busy));
        if (piece.device().reading(DeviceMetric.MEMORY_USED) instanceof MetricReading.MeasuredValue(double bytes)) {
            words.append("\nMemory ").append(MeasuredNumberText.gibibytes(bytes)).append(" GiB");
        }
        return gpus.ageText().isEmpty() ? words.toString() : words + "\nRead " + gpus.ageText() + " ago";
    }

    private static String placeText(MigPlacement placement, MigGpuLayout layout) {
        var slices = placement.size() == 1 ? "Memory slice " + placement.start()
                : "Memory slices %d to %d".formatted(placement.start(), placement.end() - 1);
        return layout.source().certainty() == MigGpuLayout.LayoutCertaintyLevel.EXACT ? slices : slices + ", usually";
    }

    private static Region restRegion(MigPlacement run, MigGpuLayout layout, String style, String text) {
        var region = new Region();
        region.getStyleClass().add(style);
        var map = layout.map().orElseThrow();
        var sentence = layout.gigabytes() == 0 ? "Memory " + text
                : Math.round((double) run.size() * layout.gigabytes() / map.units()) + " GB " + text;
        Tooltip.install(region, new Tooltip(sentence));
        region.setAccessibleText(sentence);
        return region;
    }

    @Override
    protected void layoutChildren() {
        for (var piece : laid) {
            double left = edgeX(piece.placement().start());
            double right = edgeX(piece.placement().end()) - (piece.placement().end() < units ? GAP : 0);
            piece.node().resizeRelocate(left, 0, Math.max(1, right - left), HEIGHT);
        }
        for (int unit = 0; unit <= units; unit++) {
            double at = Math.min(edgeX(unit), getWidth() - 1);
            ticks.get(unit).resizeRelocate(at, HEIGHT + 2, 1, TICK);
            var mark = marks.get(unit);
            mark.autosize();
            double x = unit == 0 ? 0 : unit == units ? getWidth() - mark.getWidth() : at - mark.getWidth() / 2;
            mark.relocate(Math.rint(x), HEIGHT + TICK + 2);
        }
    }

    private double edgeX(int unit) {
        return Math.rint(getWidth() * unit / units);
    }
}
