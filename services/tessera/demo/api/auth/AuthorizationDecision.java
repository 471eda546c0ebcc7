package tessera.demo.api.auth;

/**
 * The decision of an authorizer, and its reason.
 *
 * @param reason the binding that allows it; empty if none does, or none is needed
 */
public record AuthorizationDecision(boolean allowed, String reason) {

    static final AuthorizationDecision NO = new AuthorizationDecision(false, "");
}
