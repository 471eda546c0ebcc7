package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.rbac.RbacPolicyRule;

/** Authorizer by the stored roles and bindings. Any thread. */
public final class SimulatedRbacAuthorizer {

    private static final String MASTERS = "system:masters";

    private final SimulatedEtcdStore store;
    private final SimulatedServedResourceCatalog catalog;
    private volatile SimulatedRbacGrants grants;

    public SimulatedRbacAuthorizer(SimulatedEtcdStore store, SimulatedServedResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.grants = SimulatedRbacGrants.readGrants(store, catalog);
    }

    public SimulatedAuthorizationDecision decide(SimulatedApiUser user, SimulatedAuthorizationAttributes attributes) {
        if (user.groups().contains(MASTERS)) {
            return new SimulatedAuthorizationDecision(true, "");
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, attributes.namespace())
                    && grant.rules().stream().anyMatch(rule -> allows(rule, attributes))) {
                return new SimulatedAuthorizationDecision(true, grant.reason());
            }
        }
        return SimulatedAuthorizationDecision.NO;
    }

    private static boolean allows(RbacPolicyRule rule, SimulatedAuthorizationAttributes attributes) {
        if (attributes.isResource()) {
            return rule.allowsResource(attributes.verb(), attributes.group(), attributes.resource(),
                    attributes.subresource()) && rule.coversName(attributes.name());
        }
        return rule.allowsPath(attributes.verb(), attributes.path());
    }

    /** Returns a rule as a rules review prints it. */
    private static ObjectNode reviewRule(RbacPolicyRule rule) {
        var printed = SimulatedStoreJsonCodec.newObject();
        putUnlessEmpty(printed, "verbs", rule.verbs());
        if (rule.isAboutResources()) {
            putUnlessEmpty(printed, "apiGroups", rule.apiGroups());
            putUnlessEmpty(printed, "resources", rule.resources());
            putUnlessEmpty(printed, "resourceNames", rule.resourceNames());
        } else {
            putUnlessEmpty(printed, "nonResourceURLs", rule.nonResourceUrls());
        }
        return printed;
    }

    private static void putUnlessEmpty(ObjectNode printed, String field, List<String> values) {
        if (!values.isEmpty()) {
            var array = printed.putArray(field);
            values.forEach(array::add);
        }
    }

    /** Returns the status of a rules review: all rules of a user in a namespace. */
    public ObjectNode rulesReviewStatus(SimulatedApiUser user, String namespace) {
        var status = SimulatedStoreJsonCodec.newObject();
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (user.groups().contains(MASTERS)) {
            var all = List.of("*");
            resources.add(reviewRule(new RbacPolicyRule(all, all, all, List.of(), List.of())));
            paths.add(reviewRule(new RbacPolicyRule(all, List.of(), List.of(), List.of(), all)));
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, namespace)) {
                for (var rule : grant.rules()) {
                    (rule.isAboutResources() ? resources : paths).add(reviewRule(rule));
                }
            }
        }
        status.put("incomplete", false);
        return status;
    }

    private SimulatedRbacGrants currentGrants() {
        var rbacGrants = grants;
        if (rbacGrants.writeCount() != SimulatedRbacGrants.countWrites(store, catalog)) {
            rbacGrants = SimulatedRbacGrants.readGrants(store, catalog);
            grants = rbacGrants;
        }
        return rbacGrants;
    }
}
