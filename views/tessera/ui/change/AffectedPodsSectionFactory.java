package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.plan.model.AdvertisedResourcesEffect;
import tessera.plan.model.GpuDaemonSetNodeLoss;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders the pods that a change affects, the worst first, with the effect on each. */
final class AffectedPodsSectionFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AffectedPodsSectionFactory.class);

    /** Of a pod's name, which may be very long. */
    private static final double SHORTEST = 180;

    private AffectedPodsSectionFactory() {}

    private static List<String> headings() {
        return List.of(MESSAGES.text("pods.node"), MESSAGES.text("pods.devices"), MESSAGES.text("pods.namespace"),
                MESSAGES.text("pods.pod"), MESSAGES.text("pods.owner"), MESSAGES.text("pods.effect"));
    }

    /** @param refused what is told will not come about */
    static List<Node> sections(PlanEffects effects, boolean refused) {
        var parts = new ArrayList<Node>();
        if (!effects.advertisedResources().isEmpty()) {
            parts.add(AdvertisedResourceChangesTable.tableOf(effects.advertisedResources()));
        }
        var leaving = effects.leavingPods();
        if (!leaving.isEmpty()) {
            parts.add(effectsTable(effectsTitle(effects, refused),
                    leaving.size() > 1 ? MESSAGES.text("pods.acceleratorsFirst") : "", leaving));
        }
        var shut = effects.podsWithFate(PodFate.SHUT_OUT);
        if (!shut.isEmpty()) {
            parts.add(effectsTable(MESSAGES.text("pods.shutOut", shut.size(), refused),
                    MESSAGES.text("pods.shutOutWhy"), shut));
        }
        var stranded = effects.podsWithFate(PodFate.STRANDED);
        if (!stranded.isEmpty()) {
            var title = MESSAGES.text("pods.stranded", stranded.size());
            parts.addFirst(new ChangeEffectTable<>(headings(), AffectedPodsSectionFactory::effectRow).tableOf(
                    TextLabelFactory.withSign(StatusGlyph.BROKEN, title, "section-title", "danger-text"), stranded));
        }
        if (!effects.daemonSets().isEmpty()) {
            var box = ChangePageBlockFactory
                    .section(ChangePageBlockFactory.sectionHead(MESSAGES.text("pods.stackKeptAway"), ""));
            effects.daemonSets().forEach(
                    set -> box.getChildren().add(TextLabelFactory.withSign(StatusGlyph.BROKEN, daemonSetText(set))));
            parts.add(box);
        }
        return parts;
    }

    private static String effectsTitle(PlanEffects effects, boolean refused) {
        int evicted = effects.podsWithFate(PodFate.EVICTED).size() + effects.podsWithFate(PodFate.BLOCKED).size();
        int blocked = effects.podsWithFate(PodFate.BLOCKED).size();
        int stopped = effects.podsWithFate(PodFate.STOPPED).size();
        int ended = effects.podsWithFate(PodFate.ENDED).size();
        var parts = new ArrayList<String>();
        if (evicted > 0) {
            parts.add(MESSAGES.text("pods.evicted", evicted, refused, blocked));
        }
        if (stopped > 0) {
            parts.add(MESSAGES.text("pods.stopped", stopped, refused));
        }
        if (ended > 0) {
            parts.add(MESSAGES.text("pods.ended", ended, refused));
        }
        return SentenceJoiner.joinSentences(parts);
    }

    private static String daemonSetText(GpuDaemonSetNodeLoss set) {
        return MESSAGES.text("pods.daemonSet", set.namespace() + "/" + set.name(), String.join(", ", set.taints()),
                set.nodes().size(), set.nodes().getFirst());
    }

    private static Node effectsTable(String title, String detail, List<PodEffect> pods) {
        return new ChangeEffectTable<>(headings(), AffectedPodsSectionFactory::effectRow)
                .tableOf(ChangePageBlockFactory.sectionHead(title, detail), pods);
    }

    private static Node[] effectRow(PodEffect effect) {
        var pod = effect.pod();
        var fate = new HBox(8, effectSign(effect).node(), TextLabelFactory.wrapped(effect.text(), "small"));
        var cells = new Node[] {cell(OptionalText.orElse(pod.node(), "–"), "muted"),
            cell(acceleratorsText(effect), "small"), cell(pod.namespace(), "muted"), cell(pod.name(), "strong"),
            cell(OptionalText.orElse(pod.owner().kind(), MESSAGES.text("pods.bare")), "muted"), fate};
        fate.getStyleClass().add("effects-cell");
        return cells;
    }

    private static String acceleratorsText(PodEffect effect) {
        if (effect.accelerators() == 0) {
            return "–";
        }
        var amount = OptionalText.orElse(effect.amountText(), GroupedNumberFormatter.count(effect.accelerators()));
        return effect.isLowerBound() ? "≥" + amount : amount;
    }

    private static Label cell(String text, String style) {
        var label = TextLabelFactory.label(text, "small", style, "effects-cell");
        label.setMaxWidth(Double.MAX_VALUE);
        label.setMinWidth(style.equals("strong") ? SHORTEST : Region.USE_PREF_SIZE);
        // Names of pods differ at their ends.
        label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        label.setTooltip(new Tooltip(text));
        GridPane.setValignment(label, VPos.TOP);
        return label;
    }

    private static StatusGlyph effectSign(PodEffect effect) {
        if (effect.fate() == PodFate.STRANDED) {
            return StatusGlyph.BROKEN;
        }
        if (effect.fate() == PodFate.SHUT_OUT) {
            return StatusGlyph.INFO;
        }
        if (effect.hasConcern(PodRemovalConcern.UNMANAGED)) {
            return StatusGlyph.BROKEN;
        }
        if (effect.fate() == PodFate.BLOCKED) {
            return StatusGlyph.WAITING;
        }
        if (effect.hasConcern(PodRemovalConcern.ACCELERATOR_WORK) || effect.hasConcern(PodRemovalConcern.LOCAL_DATA)) {
            return StatusGlyph.WARNING;
        }
        return StatusGlyph.READY;
    }

    /** Table of the resources that nodes offer before and after a change, and what pods lose. */
    private static final class AdvertisedResourceChangesTable {

        private AdvertisedResourceChangesTable() {}

        private static List<String> headings() {
            return List.of(MESSAGES.text("pods.node"), MESSAGES.text("resources.gpus"),
                    MESSAGES.text("resources.shared"), MESSAGES.text("resources.before"),
                    MESSAGES.text("resources.after"), MESSAGES.text("resources.pods"));
        }

        static Node tableOf(List<AdvertisedResourcesEffect> offers) {
            long before = offers.stream().mapToLong(effect -> effect.before().countDevices()).sum();
            long after = offers.stream().mapToLong(effect -> effect.after().countDevices()).sum();
            var head = ChangePageBlockFactory.sectionHead(MESSAGES.text("resources.title"),
                    MESSAGES.text("resources.total", offers.size(), GroupedNumberFormatter.count(before),
                            GroupedNumberFormatter.count(after)));
            return new ChangeEffectTable<>(headings(), AdvertisedResourceChangesTable::offerRow).tableOf(head, offers);
        }

        private static Node[] offerRow(AdvertisedResourcesEffect effect) {
            boolean loses = effect.disturbsPods();
            var pods = new HBox(8, (loses ? StatusGlyph.WARNING : StatusGlyph.READY).node(),
                    TextLabelFactory.wrapped(effect.text(), "small"));
            pods.getStyleClass().add("effects-cell");
            return new Node[] {cell(effect.node(), "strong"),
                cell(GroupedNumberFormatter.count(effect.gpus()), "small"), cell(sharingText(effect), "small"),
                cell(amountsText(effect.before()), "muted"), cell(amountsText(effect.after()), "strong"), pods};
        }

        private static String sharingText(AdvertisedResourcesEffect effect) {
            if (effect.before().sharing().equals(effect.after().sharing())) {
                return effect.after().sharing();
            }
            return effect.before().sharing() + "\n→ " + effect.after().sharing();
        }

        /** Returns the amounts, one a line. */
        private static String amountsText(AdvertisedResourcesEffect.NodeAdvertisedResources resources) {
            if (resources.resources().isEmpty()) {
                return MESSAGES.text("resources.none");
            }
            return resources.resources().entrySet().stream()
                    .map(each -> GroupedNumberFormatter.count(each.getValue()) + " "
                            + each.getKey().substring(each.getKey().indexOf('/') + 1))
                    .collect(Collectors.joining("\n"));
        }

        private static Label cell(String text, String style) {
            var label = TextLabelFactory.whole(text, "small", style, "effects-cell");
            label.setMaxWidth(Double.MAX_VALUE);
            label.setMaxHeight(Double.MAX_VALUE);
            label.setAlignment(Pos.TOP_LEFT);
            GridPane.setValignment(label, VPos.TOP);
            return label;
        }
    }

    /**
     * Effects of a change, a row for each pod or node. The second column holds numbers, the last takes the room that is left.
     *
     * @param headings of the columns
     * @param row   the cells of an item
     * @param <T>   what a row is about
     */
    private record ChangeEffectTable<T>(List<String> headings, Function<T, Node[]> row) {

        /** So many are shown at first. */
        private static final int FEW = 8;

        /** Returns the items below a head, which gets a link to all of them where they are many. */
        Node tableOf(HBox head, List<T> items) {
            var rows = new VBox(grid(items.subList(0, Math.min(FEW, items.size()))));
            if (items.size() > FEW) {
                var all = new Hyperlink(MESSAGES.text("more.showAll", GroupedNumberFormatter.count(items.size())));
                all.setMinWidth(Region.USE_PREF_SIZE);
                all.setOnAction(event -> {
                    rows.getChildren().setAll(grid(items));
                    head.getChildren().remove(all);
                });
                head.getChildren().add(all);
            }
            return ChangePageBlockFactory.section(head, rows);
        }

        private GridPane grid(List<T> items) {
            var grid = LayoutBoxFactory.withStyle(new GridPane(), "effects");
            for (int i = 0; i < headings.size(); i++) {
                var column = new ColumnConstraints();
                column.setHgrow(i == headings.size() - 1 ? Priority.ALWAYS : Priority.NEVER);
                column.setHalignment(i == 1 ? HPos.RIGHT : HPos.LEFT);
                grid.getColumnConstraints().add(column);
                var head = TextLabelFactory.whole(headings.get(i), "small", "muted", "effects-head");
                grid.add(head, i, 0);
            }
            for (int at = 0; at < items.size(); at++) {
                grid.addRow(at + 1, row.apply(items.get(at)));
            }
            return grid;
        }
    }
}
