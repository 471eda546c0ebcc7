package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.model.Problem;
import tessera.quota.access.Permission;
import tessera.quota.access.PermissionSubjects;
import tessera.quota.access.RoleGrant;

/** A report on permissions to create pods, exec into them and change nodes. */
public final class AccessReport extends CommandReport {

    private final PermissionSubjects may;

    public AccessReport(PermissionSubjects may) {
        super(List.of("MAY", "YOU", "ROLES-ALLOW"), List.of("BY", "REASON"));
        this.may = may;
    }

    @Override
    String emptyText() {
        return "";
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var deed : Permission.values()) {
            var who = grantsOf(deed).stream().map(RoleGrant::subjectText).distinct().collect(Collectors.joining(", "));
            var known = may.grantGap().isEmpty() ? "nobody" : "?";
            var by = grantsOf(deed).stream().map(RoleGrant::binding).distinct().collect(Collectors.joining(", "));
            var row = List.of(deed.rightText(), ownAnswerText(deed), who.isEmpty() ? known : who,
                    by.isEmpty() ? "-" : by,
                    ownReason(deed));
            table.add(wide ? row : row.subList(0, 3));
        }
    }

    private List<RoleGrant> grantsOf(Permission deed) {
        return may.grants().getOrDefault(deed, List.of());
    }

    private String ownAnswerText(Permission deed) {
        var answer = may.ownAnswers().get(deed);
        return answer == null ? "?" : answer.allowed() ? "yes" : "no";
    }

    private String ownReason(Permission deed) {
        var answer = may.ownAnswers().get(deed);
        return answer == null ? may.ownGap().map(Problem::problemText).orElse("") : answer.reason();
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Access")
                .put("namespace", may.namespace()).put("complete", may.grantGap().isEmpty());
        may.grantGap().map(Problem::problemText).ifPresent(reason -> json.put("incompleteBecause", reason));
        var list = json.putArray("rights");
        for (var deed : Permission.values()) {
            var entry = list.addObject().put("right", deed.rightText());
            var answer = may.ownAnswers().get(deed);
            if (answer != null) {
                entry.put("you", answer.allowed());
            }
            entry.put("reason", ownReason(deed));
            var grants = entry.putArray("grants");
            grantsOf(deed).forEach(grant -> grants.addObject().put("kind", grant.kind()).put("name", grant.name())
                    .put("role", grant.role()).put("binding", grant.binding()).put("someByName", grant.namedOnly()));
        }
        return json;
    }
}
