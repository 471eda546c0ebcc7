package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.StoreJson;

/** Authorizer by the stored roles and bindings. Any thread. */
public final class RbacAuthorizer {

    private static final String MASTERS = "system:masters";

    private final ObjectStore store;
    private final ResourceCatalog catalog;
    private volatile RoleGrants grants;

    public RbacAuthorizer(ObjectStore store, ResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.grants = RoleGrants.readGrants(store, catalog);
    }

    public AccessDecision decide(RequestUser user, AccessAttributes access) {
        if (user.groups().contains(MASTERS)) {
            return new AccessDecision(true, "");
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, access.namespace())
                    && grant.rules().stream().anyMatch(rule -> rule.allows(access))) {
                return new AccessDecision(true, grant.reason());
            }
        }
        return AccessDecision.NO;
    }

    /** Returns the status of a rules review: all rules of a user in a namespace. */
    public ObjectNode rulesReviewStatus(RequestUser user, String namespace) {
        var status = StoreJson.newObject();
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (user.groups().contains(MASTERS)) {
            var all = List.of("*");
            resources.add(new PolicyRule(all, all, all, List.of(), List.of()).reviewRule());
            paths.add(new PolicyRule(all, List.of(), List.of(), List.of(), all).reviewRule());
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, namespace)) {
                for (var rule : grant.rules()) {
                    (rule.isAboutResources() ? resources : paths).add(rule.reviewRule());
                }
            }
        }
        status.put("incomplete", false);
        return status;
    }

    private RoleGrants currentGrants() {
        var known = grants;
        if (known.writeCount() != RoleGrants.countWrites(store, catalog)) {
            known = RoleGrants.readGrants(store, catalog);
            grants = known;
        }
        return known;
    }
}
