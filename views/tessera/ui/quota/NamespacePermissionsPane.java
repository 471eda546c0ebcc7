package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.quota.access.GpuAccessPermission;
import tessera.quota.access.NamespacePermissionReader;
import tessera.quota.access.NamespacePermissionSubjects;
import tessera.quota.access.RoleGrantedSubject;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Pane of the permissions to create pods, exec into them and change nodes; asks the server whenever it is shown. FX thread. */
final class NamespacePermissionsPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespacePermissionsPane.class);
    private static final int FEW = 6;

    private final OpenClusterSource services;
    private final VBox node = new VBox(8);
    private final BackgroundQuery<NamespacePermissionSubjects> backgroundQuery = new BackgroundQuery<>(
            this::showSubjects, this::showProblem);
    private String namespace = "";
    private boolean interrupted;

    NamespacePermissionsPane(OpenClusterSource services) {
        this.services = services;
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
                TextLabelFactory.label(MESSAGES.text("access.asking"), "muted", NoDataPlaceholder.AWAITING));
        backgroundQuery.submit(() -> {
            var reached = services.clusterServices();
            return new NamespacePermissionReader(reached.objectSource(), reached.planRunner()::checkAccess,
                    reached::version).read(chosen);
        });
    }

    private Node titleNode() {
        return TextLabelFactory.wrapped(
                namespace.isEmpty() ? MESSAGES.text("access.titleAll") : MESSAGES.text("access.title", namespace),
                "section-title");
    }

    /** Returns whether the check failed for a reason that may have passed. */
    boolean wasInterrupted() {
        return interrupted;
    }

    private void showProblem(Problem problem) {
        interrupted = problem.kind() != OperationProblemKind.FORBIDDEN;
        node.getChildren().setAll(titleNode(),
                TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, problem.problemText(), "small"));
    }

    private void showSubjects(NamespacePermissionSubjects may) {
        var parts = new ArrayList<Node>();
        parts.add(titleNode());
        for (var permission : GpuAccessPermission.values()) {
            parts.add(permissionNode(permission, may));
        }
        may.ownGap().ifPresent(problem -> parts
                .add(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, problem.problemText(), "small")));
        may.grantGap().ifPresent(problem -> parts.add(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE,
                MESSAGES.text("access.grantsUnknown", problem.problemText()), "small")));
        if (may.grantGap().isEmpty() || may.grants().values().stream().anyMatch(grants -> !grants.isEmpty())) {
            parts.add(TextLabelFactory.wrapped(MESSAGES.text("access.source"), "small", "muted"));
        }
        node.getChildren().setAll(parts);
    }

    private static Node permissionNode(GpuAccessPermission permission, NamespacePermissionSubjects may) {
        var box = new VBox(2, ownPermissionNode(permission, may));
        var grants = may.grants().getOrDefault(permission, List.of());
        if (!grants.isEmpty()) {
            var names = grants.stream().map(RoleGrantedSubject::subjectText).distinct().toList();
            var line = TextLabelFactory.wrapped(SentenceJoiner.listText(names, FEW), "small", "muted", "told-more");
            line.setTooltip(new Tooltip(grants.stream()
                    .map(grant -> MESSAGES.text("access.grant", grant.subjectText(), grant.binding(), grant.role()))
                    .collect(Collectors.joining("\n"))));
            box.getChildren().add(line);
        } else if (may.grantGap().isEmpty()) {
            box.getChildren()
                    .add(TextLabelFactory.wrapped(MESSAGES.text("access.noGrants"), "small", "muted", "told-more"));
        }
        return box;
    }

    private static Node ownPermissionNode(GpuAccessPermission permission, NamespacePermissionSubjects may) {
        var answer = may.ownAnswers().get(permission);
        if (answer == null) {
            return TextLabelFactory.withSign(StatusGlyph.UNREACHABLE,
                    MESSAGES.text("access.unknown", permission.permissionText()));
        }
        if (answer.allowed()) {
            return TextLabelFactory.withSign(StatusGlyph.READY,
                    MESSAGES.text("access.allowed", permission.permissionText()));
        }
        var reason = answer.reason().isEmpty() ? "" : " (" + answer.reason() + ")";
        return TextLabelFactory.withSign(StatusGlyph.FORBIDDEN,
                MESSAGES.text("access.denied", permission.permissionText(), answer.permission().actionText(), reason));
    }
}
