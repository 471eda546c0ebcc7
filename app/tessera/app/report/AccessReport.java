package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.model.Problem;
import tessera.quota.access.Permission;
import tessera.quota.access.PermissionSubjects;
import tessera.quota.access.RoleGrant;

/** Who may create pods, reach into them and change nodes: a row for each of these. */
public final class AccessReport extends CommandReport {

    private final PermissionSubjects may;

    public AccessReport(PermissionSubjects may) {
        super(List.of("MAY", "YOU", "ROLES-ALLOW"), List.of("BY", "REASON"));
        this.may = may;
    }

    @Override
    String nothing() {
        return "";
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var deed : Permission.values()) {
            var who = grants(deed).stream().map(RoleGrant::words).distinct().collect(Collectors.joining(", "));
            var known = may.grantGap().isEmpty() ? "nobody" : "?";
            var by = grants(deed).stream().map(RoleGrant::binding).distinct().collect(Collectors.joining(", "));
            var row = List.of(deed.right(), own(deed), who.isEmpty() ? known : who, by.isEmpty() ? "-" : by,
                    reason(deed));
            table.add(wide ? row : row.subList(0, 3));
        }
    }

    private List<RoleGrant> grants(Permission deed) {
        return may.grants().getOrDefault(deed, List.of());
    }

    private String own(Permission deed) {
        var answer = may.own().get(deed);
        return answer == null ? "?" : answer.allowed() ? "yes" : "no";
    }

    private String reason(Permission deed) {
        var answer = may.own().get(deed);
        return answer == null ? may.ownGap().map(Problem::sentence).orElse("") : answer.reason();
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Access")
                .put("namespace", may.namespace()).put("complete", may.grantGap().isEmpty());
        may.grantGap().map(Problem::sentence).ifPresent(why -> json.put("incompleteBecause", why));
        var list = json.putArray("rights");
        for (var deed : Permission.values()) {
            var entry = list.addObject().put("right", deed.right());
            var answer = may.own().get(deed);
            if (answer != null) {
                entry.put("you", answer.allowed());
            }
            entry.put("reason", reason(deed));
            var grants = entry.putArray("grants");
            grants(deed).forEach(grant -> grants.addObject().put("kind", grant.kind()).put("name", grant.name())
                    .put("role", grant.role()).put("binding", grant.binding()).put("someByName", grant.named()));
        }
        return json;
    }
}
