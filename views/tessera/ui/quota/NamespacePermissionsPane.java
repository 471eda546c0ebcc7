package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.WordListText;
import tessera.quota.access.GpuAccessPermission;
import tessera.quota.access.NamespacePermissionSubjects;
import tessera.quota.access.PermissionSubjectReader;
import tessera.quota.access.RoleGrantedSubject;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Pane of the permissions to create pods, exec into them and change nodes; asks the server whenever it is shown. FX thread. */
final class NamespacePermissionsPane {

    private static final int FEW = 6;

    private final AppServices desk;
    private final VBox node = new VBox(8);
    private final BackgroundQuery<NamespacePermissionSubjects> lookup = new BackgroundQuery<>(this::showSubjects,
            this::showProblem);
    private String namespace = "";
    private boolean interrupted;

    NamespacePermissionsPane(AppServices desk) {
        this.desk = desk;
        node.setId("quota-access");
        node.getStyleClass().add("sharing-section");
    }

    Node node() {
        return node;
    }

    /** @param chosen empty for anywhere */
    void showNamespace(String chosen) {
        interrupted = false;
        namespace = chosen;
        node.getChildren().setAll(titleNode(),
                SelectableText.label("Asking the server…", "muted", NoDataPlaceholder.AWAITING));
        lookup.submit(() -> {
            var reached = desk.clusterServices();
            return new PermissionSubjectReader(reached.objectSource(), reached.planRunner()::checkAccess,
                    reached::version)
                    .read(chosen);
        });
    }

    private Node titleNode() {
        return SelectableText.wrapped(namespace.isEmpty() ? "Rights in all namespaces" : "Rights in " + namespace,
                "section-title");
    }

    /** Returns whether the check failed for a reason that may have passed. */
    boolean wasInterrupted() {
        return interrupted;
    }

    private void showProblem(Problem problem) {
        interrupted = problem.kind() != ProblemKind.FORBIDDEN;
        node.getChildren().setAll(titleNode(),
                SelectableText.withSign(StatusGlyph.UNREACHABLE, problem.problemText(), "small"));
    }

    private void showSubjects(NamespacePermissionSubjects may) {
        var parts = new ArrayList<Node>();
        parts.add(titleNode());
        for (var deed : GpuAccessPermission.values()) {
            parts.add(permissionNode(deed, may));
        }
        may.ownGap().ifPresent(
                problem -> parts.add(SelectableText.withSign(StatusGlyph.UNREACHABLE, problem.problemText(), "small")));
        may.grantGap().ifPresent(problem -> parts.add(SelectableText.withSign(StatusGlyph.UNREACHABLE,
                "Whom else roles allow this is not known: " + problem.problemText(), "small")));
        if (may.grantGap().isEmpty() || may.grants().values().stream().anyMatch(grants -> !grants.isEmpty())) {
            parts.add(SelectableText.wrapped(
                    "From the cluster's roles. Other authorizers may allow more; a server does not list that.",
                    "small", "muted"));
        }
        node.getChildren().setAll(parts);
    }

    private static Node permissionNode(GpuAccessPermission deed, NamespacePermissionSubjects may) {
        var box = new VBox(2, ownPermissionNode(deed, may));
        var grants = may.grants().getOrDefault(deed, List.of());
        if (!grants.isEmpty()) {
            var names = grants.stream().map(RoleGrantedSubject::subjectText).distinct().toList();
            var line = SelectableText.wrapped(WordListText.firstWords(names, FEW), "small", "muted",
                    "told-more");
            line.setTooltip(new Tooltip(grants.stream()
                    .map(grant -> "%s by %s (%s)".formatted(grant.subjectText(), grant.binding(), grant.role()))
                    .collect(Collectors.joining("\n"))));
            box.getChildren().add(line);
        } else if (may.grantGap().isEmpty()) {
            box.getChildren()
                    .add(SelectableText.wrapped("no role allows it to anybody", "small", "muted", "told-more"));
        }
        return box;
    }

    private static Node ownPermissionNode(GpuAccessPermission deed, NamespacePermissionSubjects may) {
        var answer = may.ownAnswers().get(deed);
        if (answer == null) {
            return SelectableText.withSign(StatusGlyph.UNREACHABLE,
                    deed.permissionText() + ": whether you may is not known");
        }
        var reason = answer.allowed() || answer.reason().isEmpty() ? "" : " (" + answer.reason() + ")";
        return SelectableText.withSign(answer.allowed() ? StatusGlyph.READY : StatusGlyph.FORBIDDEN,
                deed.permissionText()
                        + (answer.allowed() ? ": you may" : ": you may not " + answer.access().actionText() + reason));
    }
}
