package tessera.ui.change;

import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.plan.model.AdvertisedResourcesEffect;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Table of the resources that nodes offer before and after a change, and what pods lose. */
final class AdvertisedResourceChangesTable {

    private static final List<String> HEADS = List.of("Node", "GPUs", "Shared", "Offered now", "Offered then",
            "Pods that run");

    private AdvertisedResourceChangesTable() {}

    static Node tableOf(List<AdvertisedResourcesEffect> offers) {
        long before = offers.stream().mapToLong(effect -> effect.before().countDevices()).sum();
        long after = offers.stream().mapToLong(effect -> effect.after().countDevices()).sum();
        var head = ChangePageBlockFactory.sectionHead("What nodes offer",
                "%s: %s → %s".formatted(GroupedNumberFormatter.withNoun(offers.size(), "node"),
                        GroupedNumberFormatter.count(before), GroupedNumberFormatter.count(after)));
        return new ChangeEffectTable<>(HEADS, AdvertisedResourceChangesTable::offerRow).tableOf(head, offers);
    }

    private static Node[] offerRow(AdvertisedResourcesEffect effect) {
        boolean loses = effect.excess() > 0 || effect.text().contains("may begin no new work");
        var pods = new HBox(8, (loses ? StatusGlyph.WARNING : StatusGlyph.READY).node(),
                TextLabelFactory.wrapped(effect.text(), "small"));
        pods.getStyleClass().add("effects-cell");
        return new Node[] {cell(effect.node(), "strong"), cell(GroupedNumberFormatter.count(effect.gpus()), "small"),
            cell(sharingText(effect), "small"), cell(amountsText(effect.before()), "muted"),
            cell(amountsText(effect.after()), "strong"),
            pods};
    }

    private static String sharingText(AdvertisedResourcesEffect effect) {
        return effect.before().sharing().equals(effect.after().sharing()) ? effect.after().sharing()
                : effect.before().sharing() + "\n→ " + effect.after().sharing();
    }

    /** Returns the amounts, one a line. */
    private static String amountsText(AdvertisedResourcesEffect.NodeAdvertisedResources resources) {
        return resources.resources().isEmpty() ? "nothing"
                : resources.resources().entrySet().stream()
                        .map(each -> GroupedNumberFormatter.count(each.getValue()) + " " + each.getKey().substring(
                                each.getKey().indexOf('/') + 1))
                        .collect(Collectors.joining("\n"));
    }

    private static Label cell(String text, String style) {
        var label = TextLabelFactory.label(text, "small", style, "effects-cell");
        label.setMaxWidth(Double.MAX_VALUE);
        label.setMaxHeight(Double.MAX_VALUE);
        label.setAlignment(Pos.TOP_LEFT);
        label.setMinWidth(Region.USE_PREF_SIZE);
        GridPane.setValignment(label, VPos.TOP);
        return label;
    }
}
