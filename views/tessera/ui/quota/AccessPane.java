package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.WordList;
import tessera.quota.access.AccessReader;
import tessera.quota.access.Deed;
import tessera.quota.access.Grant;
import tessera.quota.access.WhoMay;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Placeholder;
import tessera.ui.kit.Texts;

/** Who may create pods, reach into them and change nodes: asked of the server whenever somebody looks. FX thread. */
final class AccessPane {

    private static final int FEW = 6;

    private final Desk desk;
    private final VBox node = new VBox(8);
    private final Lookup<WhoMay> lookup = new Lookup<>(this::show, this::excuse);
    private String namespace = "";
    private boolean interrupted;

    AccessPane(Desk desk) {
        this.desk = desk;
        node.setId("quota-access");
        node.getStyleClass().add("sharing-section");
    }

    Node node() {
        return node;
    }

    /** @param chosen empty for anywhere */
    void look(String chosen) {
        interrupted = false;
        namespace = chosen;
        node.getChildren().setAll(title(), Texts.label("Asking the server…", "muted", Placeholder.AWAITING));
        lookup.ask(() -> {
            var reached = desk.reached();
            return new AccessReader(reached.objects(), reached.planner()::may, reached::version).read(chosen);
        });
    }

    private Node title() {
        return Texts.wrapped(namespace.isEmpty() ? "Rights in all namespaces" : "Rights in " + namespace,
                "section-title");
    }

    /** Whether it could not be asked for a reason that may have passed. */
    boolean interrupted() {
        return interrupted;
    }

    private void excuse(Problem why) {
        interrupted = why.kind() != Kind.FORBIDDEN;
        node.getChildren().setAll(title(), Texts.told(Glyph.UNREACHABLE, why.sentence(), "small"));
    }

    private void show(WhoMay may) {
        var parts = new ArrayList<Node>();
        parts.add(title());
        for (var deed : Deed.values()) {
            parts.add(deed(deed, may));
        }
        may.ownGap().ifPresent(why -> parts.add(Texts.told(Glyph.UNREACHABLE, why.sentence(), "small")));
        may.grantGap().ifPresent(why -> parts.add(Texts.told(Glyph.UNREACHABLE,
                "Whom else roles allow this is not known: " + why.sentence(), "small")));
        if (may.grantGap().isEmpty() || may.grants().values().stream().anyMatch(grants -> !grants.isEmpty())) {
            parts.add(Texts.wrapped(
                    "From the cluster's roles. Other authorizers may allow more; a server does not list that.",
                    "small", "muted"));
        }
        node.getChildren().setAll(parts);
    }

    private static Node deed(Deed deed, WhoMay may) {
        var box = new VBox(2, own(deed, may));
        var grants = may.grants().getOrDefault(deed, List.of());
        if (!grants.isEmpty()) {
            var names = grants.stream().map(Grant::words).distinct().toList();
            var line = Texts.wrapped(WordList.some(names, FEW), "small", "muted",
                    "told-more");
            line.setTooltip(new Tooltip(grants.stream()
                    .map(grant -> "%s by %s (%s)".formatted(grant.words(), grant.binding(), grant.role()))
                    .collect(Collectors.joining("\n"))));
            box.getChildren().add(line);
        } else if (may.grantGap().isEmpty()) {
            box.getChildren().add(Texts.wrapped("no role allows it to anybody", "small", "muted", "told-more"));
        }
        return box;
    }

    private static Node own(Deed deed, WhoMay may) {
        var answer = may.own().get(deed);
        if (answer == null) {
            return Texts.told(Glyph.UNREACHABLE, deed.words() + ": whether you may is not known");
        }
        var reason = answer.allowed() || answer.reason().isEmpty() ? "" : " (" + answer.reason() + ")";
        return Texts.told(answer.allowed() ? Glyph.READY : Glyph.FORBIDDEN,
                deed.words() + (answer.allowed() ? ": you may" : ": you may not " + answer.access().deed() + reason));
    }
}
