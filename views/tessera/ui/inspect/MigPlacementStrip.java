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
import tessera.gpu.MigGpuLayout;
import tessera.gpu.MigGpuLayout.MigLayoutInstance;
import tessera.mig.MigPlacement;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/**
 * A MIG GPU drawn to scale: instances at their placements, free and unusable memory, over an axis in gigabytes. FX thread.
 */
final class MigPlacementStrip extends Pane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigPlacementStrip.class);
    private static final double HEIGHT = 60;
    private static final double AXIS = 18;
    private static final double TICK = 4;
    private static final double GAP = 2;
    /** Below this share of the strip a profile's name takes two lines. */
    private static final double NARROW = 0.2;

    private record DrawnMigPlacement(Node node, MigPlacement placement) {}

    private final List<DrawnMigPlacement> laid = new ArrayList<>();
    private final List<Region> ticks = new ArrayList<>();
    private final List<Region> slotRegions = new ArrayList<>();
    private final NodeGpuMeasurements gpus;
    private final int units;

    /** @param open called with a pod that holds an instance */
    MigPlacementStrip(MigGpuLayout layout, NodeGpuMeasurements gpus, Consumer<ObjectRef> open) {
        this.gpus = gpus;
        var map = layout.map().orElseThrow();
        units = map.units();
        getStyleClass().add("mig-strip");
        for (var layoutInstance : layout.instances()) {
            var placement = layoutInstance.placement();
            if (placement != null) {
                addPlaced(instanceNode(layoutInstance, placement, layout, open), placement);
            }
        }
        map.freeRuns()
                .forEach(run -> addPlaced(restRegion(run, layout, "mig-uncut", MESSAGES.text("strip.free")), run));
        map.deadRuns()
                .forEach(run -> addPlaced(restRegion(run, layout, "mig-dead", MESSAGES.text("strip.unusable")), run));
        for (int unit = 0; unit <= units; unit++) {
            var tick = LayoutBoxFactory.withStyle(new Region(), "mig-tick");
            var mark = TextLabelFactory.label(
                    Math.round((double) unit * layout.gigabytes() / units) + (unit == units ? " GB" : ""), "mig-mark");
            ticks.add(tick);
            slotRegions.add(mark);
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

    private Node instanceNode(MigLayoutInstance layoutInstance, MigPlacement placement, MigGpuLayout layout,
            Consumer<ObjectRef> open) {
        var box = new VBox();
        var profile = layoutInstance.device().profile();
        int point = profile.indexOf('.');
        boolean narrow = placement.size() < NARROW * units && point > 0;
        box.getChildren().add(TextLabelFactory.label(narrow ? profile.substring(0, point) : profile, "mig-profile"));
        box.getChildren().add(narrow ? TextLabelFactory.label(profile.substring(point + 1), "mig-words")
                : TextLabelFactory.label(holderText(layoutInstance), "mig-words"));
        var unsure = layoutInstance.unsure() ? "?" : holderText(layoutInstance);
        box.getChildren().add(TextLabelFactory
                .label(narrow && !layoutInstance.isHeld() ? unsure : busyText(layoutInstance), "mig-busy"));
        box.getChildren().forEach(label -> ((Region) label).setMinWidth(0));
        box.getStyleClass().addAll("mig-piece", look(layoutInstance));
        var text = instanceText(layoutInstance, placement, layout);
        Tooltip.install(box, new Tooltip(text));
        box.setAccessibleText(text);
        var pod = layoutInstance.device().knownHolders().stream().findFirst().orElse(null);
        if (pod != null) {
            box.setCursor(Cursor.HAND);
            box.setAccessibleRole(AccessibleRole.BUTTON);
            box.setOnMouseClicked(event -> open.accept(ObjectRef.pod(pod.namespace(), pod.name())));
        }
        return box;
    }

    private String look(MigLayoutInstance layoutInstance) {
        if (layoutInstance.isHeld()) {
            return "held";
        }
        return layoutInstance.unsure() || gpus.sight() != PodListCompleteness.ALL ? "unsure" : "free";
    }

    private String holderText(MigLayoutInstance layoutInstance) {
        if (layoutInstance.unsure()) {
            return MESSAGES.text("strip.perhaps", layoutInstance.device().possibleHolders().getFirst().name());
        }
        return layoutInstance.device().knownHolders().stream().findFirst().map(pod -> pod.name()).orElse(
                gpus.sight() == PodListCompleteness.ALL ? MESSAGES.text("mig.free") : MESSAGES.text("mig.noneSeen"));
    }

    private static String busyText(MigLayoutInstance layoutInstance) {
        var busy = layoutInstance.device().reading(DeviceMetric.UTILISATION);
        if (busy instanceof MetricReading.MeasuredMetricReading(double ratio)) {
            return MeasuredNumberFormatter.percent(ratio) + " %";
        }
        return MeasuredNumberFormatter.MISSING;
    }

    private String instanceText(MigLayoutInstance layoutInstance, MigPlacement placement, MigGpuLayout layout) {
        var instance = layoutInstance.device().instance();
        var words = new StringBuilder(layoutInstance.device().profile());
        if (instance != null) {
            words.append(MESSAGES.text("strip.instance", instance.id()));
        }
        words.append("\n").append(placeText(placement, layout));
        layoutInstance.device().knownHolders().forEach(pod -> words.append(MESSAGES.text("strip.usedBy", pod.key())));
        if (layoutInstance.unsure()) {
            words.append(MESSAGES.text("strip.usedBy", layoutInstance.device().holderText(", ")));
        } else if (!layoutInstance.isHeld()) {
            words.append("\n").append(gpus.sight() == PodListCompleteness.ALL ? MESSAGES.text("strip.unallocated")
                    : MESSAGES.text("strip.noneSeen"));
        }
        var busy = layoutInstance.device().reading(DeviceMetric.UTILISATION);
        words.append("\n")
                .append(busy instanceof MetricReading.MeasuredMetricReading
                        ? MESSAGES.text("strip.busy", busyText(layoutInstance))
                        : MESSAGES.text("strip.notBusy", MeasuredNumberFormatter.missingReason(busy)));
        if (layoutInstance.device()
                .reading(DeviceMetric.MEMORY_USED) instanceof MetricReading.MeasuredMetricReading(double bytes)) {
            words.append(MESSAGES.text("strip.memoryUsed", MeasuredNumberFormatter.gibibytes(bytes)));
        }
        return gpus.ageText().isEmpty() ? words.toString() : words + MESSAGES.text("strip.readAge", gpus.ageText());
    }

    private static String placeText(MigPlacement placement, MigGpuLayout layout) {
        var slices = placement.size() == 1 ? MESSAGES.text("strip.slice", placement.start())
                : MESSAGES.text("strip.slices", placement.start(), placement.end() - 1);
        return layout.source().certainty() == MigGpuLayout.MigLayoutCertainty.EXACT ? slices
                : MESSAGES.text("strip.usually", slices);
    }

    private static Region restRegion(MigPlacement run, MigGpuLayout layout, String style, String text) {
        var region = LayoutBoxFactory.withStyle(new Region(), style);
        var map = layout.map().orElseThrow();
        var sentence = layout.gigabytes() == 0 ? MESSAGES.text("strip.memory", text)
                : Math.round((double) run.size() * layout.gigabytes() / map.units()) + " GB " + text;
        Tooltip.install(region, new Tooltip(sentence));
        region.setAccessibleText(sentence);
        return region;
    }

    @Override
    protected void layoutChildren() {
        for (var drawnPlacement : laid) {
            double left = edgeX(drawnPlacement.placement().start());
            double right = edgeX(drawnPlacement.placement().end())
                    - (drawnPlacement.placement().end() < units ? GAP : 0);
            drawnPlacement.node().resizeRelocate(left, 0, Math.max(1, right - left), HEIGHT);
        }
        for (int unit = 0; unit <= units; unit++) {
            double at = Math.min(edgeX(unit), getWidth() - 1);
            ticks.get(unit).resizeRelocate(at, HEIGHT + 2, 1, TICK);
            var mark = slotRegions.get(unit);
            mark.autosize();
            double x;
            if (unit == 0) {
                x = 0;
            } else if (unit == units) {
                x = getWidth() - mark.getWidth();
            } else {
                x = at - mark.getWidth() / 2;
            }
            mark.relocate(Math.rint(x), HEIGHT + TICK + 2);
        }
    }

    private double edgeX(int unit) {
        return Math.rint(getWidth() * unit / units);
    }
}
