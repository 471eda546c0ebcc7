package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.plan.model.GpuDaemonSetNodeLoss;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders the pods that a change affects, the worst first, with the effect on each. */
final class AffectedPodsSectionFactory {

    /** Of a pod's name, which may be very long. */
    private static final double SHORTEST = 180;
    private static final List<String> HEADS = List.of("Node", "Devices", "Namespace", "Pod", "Owner",
            "What happens to it");

    private AffectedPodsSectionFactory() {}

    /** @param refused what is told will not come about */
    static List<Node> sections(PlanEffects effects, boolean refused) {
        var parts = new ArrayList<Node>();
        if (!effects.advertisedResources().isEmpty()) {
            parts.add(AdvertisedResourceChangesTable.tableOf(effects.advertisedResources()));
        }
        var leaving = effects.leavingPods();
        if (!leaving.isEmpty()) {
            parts.add(effectsTable(effectsTitle(effects, refused ? " would be " : " will be "),
                    leaving.size() > 1 ? "those that work on accelerators first" : "", leaving));
        }
        var shut = effects.podsWithFate(PodFate.SHUT_OUT);
        if (!shut.isEmpty()) {
            parts.add(effectsTable(
                    GroupedNumberFormatter.withNoun(shut.size(), "waiting pod") + (refused ? " could" : " can")
                            + " no longer go there",
                    "they do not tolerate it", shut));
        }
        var stranded = effects.podsWithFate(PodFate.STRANDED);
        if (!stranded.isEmpty()) {
            var title = GroupedNumberFormatter.withNoun(stranded.size(), "pod")
                    + (stranded.size() == 1 ? " is" : " are")
                    + " stranded: once ended, "
                    + (stranded.size() == 1 ? "its successor waits" : "their successors wait");
            parts.addFirst(new ChangeEffectTable<>(HEADS, AffectedPodsSectionFactory::effectRow).tableOf(
                    TextLabelFactory.withSign(StatusGlyph.BROKEN, title, "section-title", "danger-text"), stranded));
        }
        if (!effects.daemonSets().isEmpty()) {
            var box = ChangePageBlockFactory
                    .section(ChangePageBlockFactory.sectionHead("The GPU stack is kept away", ""));
            effects.daemonSets()
                    .forEach(set -> box.getChildren()
                            .add(TextLabelFactory.withSign(StatusGlyph.BROKEN, daemonSetText(set))));
            parts.add(box);
        }
        return parts;
    }

    private static String effectsTitle(PlanEffects effects, String become) {
        int evicted = effects.podsWithFate(PodFate.EVICTED).size() + effects.podsWithFate(PodFate.BLOCKED).size();
        int blocked = effects.podsWithFate(PodFate.BLOCKED).size();
        int stopped = effects.podsWithFate(PodFate.STOPPED).size();
        int ended = effects.podsWithFate(PodFate.ENDED).size();
        var parts = new ArrayList<String>();
        if (evicted > 0) {
            parts.add(GroupedNumberFormatter.withNoun(evicted, "pod") + become + "evicted");
        }
        if (blocked > 0) {
            parts.add(GroupedNumberFormatter.count(blocked) + " of them held up by a disruption budget");
        }
        if (stopped > 0) {
            parts.add(GroupedNumberFormatter.withNoun(stopped, "pod") + become + "stopped by the taint");
        }
        if (ended > 0) {
            parts.add(GroupedNumberFormatter.withNoun(ended, "pod") + become + "ended");
        }
        return String.join(", ", parts);
    }

    private static String daemonSetText(GpuDaemonSetNodeLoss set) {
        return "%s/%s does not tolerate %s: no new pod of it on %s".formatted(set.namespace(), set.name(),
                String.join(", ", set.taints()),
                set.nodes().size() == 1 ? set.nodes().getFirst()
                        : GroupedNumberFormatter.withNoun(set.nodes().size(), "node"));
    }

    private static Node effectsTable(String title, String detail, List<PodEffect> pods) {
        return new ChangeEffectTable<>(HEADS, AffectedPodsSectionFactory::effectRow).tableOf(
                ChangePageBlockFactory.sectionHead(title, detail),
                pods);
    }

    private static Node[] effectRow(PodEffect effect) {
        var pod = effect.pod();
        var fate = new HBox(8, effectSign(effect).node(), TextLabelFactory.wrapped(effect.text(), "small"));
        var cells = new Node[] {cell(pod.node().isEmpty() ? "–" : pod.node(), "muted"),
            cell(effect.accelerators() > 0 ? GroupedNumberFormatter.count(effect.accelerators()) : "–", "small"),
            cell(pod.namespace(), "muted"), cell(pod.name(), "strong"),
            cell(pod.owner().kind().isEmpty() ? "bare pod" : pod.owner().kind(), "muted"), fate};
        fate.getStyleClass().add("effects-cell");
        return cells;
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
        return effect.hasConcern(PodRemovalConcern.ACCELERATOR_WORK) || effect.hasConcern(PodRemovalConcern.LOCAL_DATA)
                ? StatusGlyph.WARNING
                : StatusGlyph.READY;
    }
}
