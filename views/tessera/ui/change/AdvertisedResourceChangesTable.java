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
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Table of the resources that nodes offer before and after a change, and what pods lose. */
final class AdvertisedResourceChangesTable {

    private static final List<String> HEADS = List.of("Node", "GPUs", "Shared", "Offered now", "Offered then",
            "Pods that run");

    private AdvertisedResourceChangesTable() {}

    static Node tableOf(List<AdvertisedResourcesEffect> offers) {
        long before = offers.stream().mapToLong(offer -> offer.before().countDevices()).sum();
        long after = offers.stream().mapToLong(offer -> offer.after().countDevices()).sum();
        var head = ChangePageTextBlocks.sectionHead("What nodes offer",
                "%s: %s → %s".formatted(NumberText.withNoun(offers.size(), "node"),
                        NumberText.count(before), NumberText.count(after)));
        return new ChangeEffectTable<>(HEADS, AdvertisedResourceChangesTable::offerRow).tableOf(head, offers);
    }

    private static Node[] offerRow(AdvertisedResourcesEffect offer) {
        boolean loses = offer.excess() > 0 || offer.text().contains("may begin no new work");
        var pods = new HBox(8, (loses ? StatusGlyph.WARNING : StatusGlyph.READY).node(),
                SelectableText.wrapped(offer.text(), "small"));
        pods.getStyleClass().add("effects-cell");
        return new Node[] {cell(offer.node(), "strong"), cell(NumberText.count(offer.gpus()), "small"),
            cell(sharingText(offer), "small"), cell(amountsText(offer.before()), "muted"),
            cell(amountsText(offer.after()), "strong"),
            pods};
    }

    private static String sharingText(AdvertisedResourcesEffect offer) {
        return offer.before().sharing().equals(offer.after().sharing()) ? offer.after().sharing()
                : offer.before().sharing() + "\n→ " + offer.after().sharing();
    }

    /** Returns the amounts, one a line. */
    private static String amountsText(AdvertisedResourcesEffect.NodeAdvertisedResources offer) {
        return offer.resources().isEmpty() ? "nothing"
                : offer.resources().entrySet().stream()
                        .map(each -> NumberText.count(each.getValue()) + " " + each.getKey().substring(
                                each.getKey().indexOf('/') + 1))
                        .collect(Collectors.joining("\n"));
    }

    private static Label cell(String text, String style) {
        var label = SelectableText.label(text, "small", style, "effects-cell");
        label.setMaxWidth(Double.MAX_VALUE);
        label.setMaxHeight(Double.MAX_VALUE);
        label.setAlignment(Pos.TOP_LEFT);
        label.setMinWidth(Region.USE_PREF_SIZE);
        GridPane.setValignment(label, VPos.TOP);
        return label;
    }
}
