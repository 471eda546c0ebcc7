package tessera.lint.rule;

import java.util.Optional;
import tessera.text.Reason;

/** A problem with a ResourceClaim or its use. */
sealed interface LintClaimReason extends Reason {

    record NestedRequestExpected(String version) implements LintClaimReason {}

    record FlatRequestExpected() implements LintClaimReason {}

    record CountWithAllDevices() implements LintClaimReason {}

    record AttributeWithoutDomain(String attribute) implements LintClaimReason {}

    record UnknownClaimRequest(String name) implements LintClaimReason {}

    record TaintRuleSelectorGone() implements LintClaimReason {}

    record UnknownTaintEffect(String effect) implements LintClaimReason {}

    record UnreadableSelector(String expression, boolean syntax, Reason problem) implements LintClaimReason {}

    record IncomparableValues(String operator, String function) implements LintClaimReason {}

    record UndefinedDeviceField(String message) implements LintClaimReason {}

    record SelectorMessage(String message, Optional<String> similar) implements LintClaimReason {}

    record DashedProductName(String product) implements LintClaimReason {}

    record AmbiguousClaimSource() implements LintClaimReason {}

    record UnknownPodClaim(String name) implements LintClaimReason {}

    record UnusedPodClaim(String name) implements LintClaimReason {}

    record ClaimBesideRequest(String claim, String resource) implements LintClaimReason {}
}
