package tessera.demo.api.auth;

/**
 * The decision of an authorizer, and its reason.
 *
 * @param reason the binding that allows it; empty if none does, or none is needed
 */
public record SimulatedAuthorizationDecision(boolean allowed, String reason) {

    static final SimulatedAuthorizationDecision NO = new SimulatedAuthorizationDecision(false, "");
}
