package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import tessera.model.ListText;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.quota.access.AccessReader;
import tessera.quota.access.Permission;
import tessera.quota.access.PermissionSubjects;
import tessera.quota.access.RoleGrant;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Who may create pods, reach into them and change nodes: asked of the server whenever somebody looks. FX thread. */
final class AccessPane {

    private static final int FEW = 6;

    private final AppServices desk;
    private final VBox node = new VBox(8);
    private final AsyncQuery<PermissionSubjects> lookup = new AsyncQuery<>(this::show, this::excuse);
    private String namespace = "";
    private boolean interrupted;

    AccessPane(AppServices desk) {
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
        node.getChildren().setAll(title(),
                SelectableText.label("Asking the server…", "muted", StatePlaceholder.AWAITING));
        lookup.ask(() -> {
            var reached = desk.reached();
            return new AccessReader(reached.objects(), reached.planner()::may, reached::version).read(chosen);
        });
    }

    private Node title() {
        return SelectableText.wrapped(namespace.isEmpty() ? "Rights in all namespaces" : "Rights in " + namespace,
                "section-title");
    }

    /** Whether it could not be asked for a reason that may have passed. */
    boolean interrupted() {
        return interrupted;
    }

    private void excuse(Problem why) {
        interrupted = why.kind() != ProblemKind.FORBIDDEN;
        node.getChildren().setAll(title(), SelectableText.told(StatusGlyph.UNREACHABLE, why.sentence(), "small"));
    }

    private void show(PermissionSubjects may) {
        var parts = new ArrayList<Node>();
        parts.add(title());
        for (var deed : Permission.values()) {
            parts.add(deed(deed, may));
        }
        may.ownGap().ifPresent(why -> parts.add(SelectableText.told(StatusGlyph.UNREACHABLE, why.sentence(), "small")));
        may.grantGap().ifPresent(why -> parts.add(SelectableText.told(StatusGlyph.UNREACHABLE,
                "Whom else roles allow this is not known: " + why.sentence(), "small")));
        if (may.grantGap().isEmpty() || may.grants().values().stream().anyMatch(grants -> !grants.isEmpty())) {
            parts.add(SelectableText.wrapped(
                    "From the cluster's roles. Other authorizers may allow more; a server does not list that.",
                    "small", "muted"));
        }
        node.getChildren().setAll(parts);
    }

    private static Node deed(Permission deed, PermissionSubjects may) {
        var box = new VBox(2, own(deed, may));
        var grants = may.grants().getOrDefault(deed, List.of());
        if (!grants.isEmpty()) {
            var names = grants.stream().map(RoleGrant::words).distinct().toList();
            var line = SelectableText.wrapped(ListText.some(names, FEW), "small", "muted",
                    "told-more");
            line.setTooltip(new Tooltip(grants.stream()
                    .map(grant -> "%s by %s (%s)".formatted(grant.words(), grant.binding(), grant.role()))
                    .collect(Collectors.joining("\n"))));
            box.getChildren().add(line);
        } else if (may.grantGap().isEmpty()) {
            box.getChildren()
                    .add(SelectableText.wrapped("no role allows it to anybody", "small", "muted", "told-more"));
        }
        return box;
    }

    private static Node own(Permission deed, PermissionSubjects may) {
        var answer = may.own().get(deed);
        if (answer == null) {
            return SelectableText.told(StatusGlyph.UNREACHABLE, deed.words() + ": whether you may is not known");
        }
        var reason = answer.allowed() || answer.reason().isEmpty() ? "" : " (" + answer.reason() + ")";
        return SelectableText.told(answer.allowed() ? StatusGlyph.READY : StatusGlyph.FORBIDDEN,
                deed.words() + (answer.allowed() ? ": you may" : ": you may not " + answer.access().deed() + reason));
    }
}
