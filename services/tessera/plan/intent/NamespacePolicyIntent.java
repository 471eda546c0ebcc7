package tessera.plan.intent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.kube.quantity.QuantityParser;
import tessera.model.WordListJoiner;
import tessera.quota.QuotaKey;

/** An intent to change the bounds or protection of a namespace. */
public sealed interface NamespacePolicyIntent extends ChangeIntent {

    /** How many amounts are named in a sentence. */
    int FEW = 2;

    String namespace();

    /** The required state of an object before the change: new, existing, or either. */
    enum ObjectExistenceRequirement {
        /** It is not there yet, and one that is there is left as it is. */
        NEW,
        /** It is there, and is not made where it is gone. */
        THERE,
        /** It is changed if it is there, and else made. */
        EITHER
    }

    /** Returns the first of the amounts as text. */
    private static String amountsText(SortedMap<String, String> hard) {
        var text = hard.entrySet().stream().limit(FEW)
                .map(entry -> new QuotaKey(entry.getKey())
                        .amountText(entry.getValue().isEmpty() ? "any number of"
                                : QuantityParser.readableText(entry.getValue())))
                .collect(Collectors.joining(", "));
        return hard.size() > FEW ? "%s and %d more".formatted(text, hard.size() - FEW) : text;
    }

    /**
     * An intent to set a ResourceQuota.
     *
     * @param name empty for the one that there is, or a new one
     * @param hard what it shall allow, by key as the server counts it; an empty amount takes the key away
     */
    record SetQuotaIntent(String namespace, String name, SortedMap<String, String> hard,
            ObjectExistenceRequirement expectedState) implements NamespacePolicyIntent {

        public SetQuotaIntent(String namespace, String name, Map<String, String> hard) {
            this(namespace, name, new TreeMap<>(hard), ObjectExistenceRequirement.EITHER);
        }

        public SetQuotaIntent {
            hard = Collections.unmodifiableSortedMap(new TreeMap<>(hard));
        }

        /** Returns the same intent for a quota of this name. */
        public SetQuotaIntent withName(String other) {
            return new SetQuotaIntent(namespace, other, hard, expectedState);
        }

        /** Returns the same intent for a quota that is new, existing, or either. */
        public SetQuotaIntent withExpectedState(ObjectExistenceRequirement other) {
            return new SetQuotaIntent(namespace, name, hard, other);
        }

        @Override
        public String verb() {
            return "quota";
        }

        @Override
        public String summaryText() {
            return "Limit %s%s to %s".formatted(namespace, quotaText(),
                    amountsText(hard));
        }

        private String quotaText() {
            if (name.isEmpty()) {
                return "";
            }
            return (expectedState == ObjectExistenceRequirement.NEW ? " by a new quota " : " by its quota ") + name;
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan quota", namespace));
            if (!name.isEmpty()) {
                texts.add("--name " + name);
            }
            if (expectedState == ObjectExistenceRequirement.NEW) {
                texts.add("--new");
            }
            hard.forEach((key, amount) -> texts.add(amount.isEmpty() ? "--unset " + key
                    : "--set " + key + "=" + amount));
            return String.join(" ", texts);
        }
    }

    /**
     * An intent to set a LimitRange.
     *
     * @param bounds amounts by what they bound, e.g. {@code Pod/max/nvidia.com/gpu}; an empty amount takes a bound away
     */
    record SetLimitRangeIntent(String namespace, String name, SortedMap<String, String> bounds,
            ObjectExistenceRequirement expectedState) implements NamespacePolicyIntent {

        public SetLimitRangeIntent(String namespace, String name, SortedMap<String, String> bounds) {
            this(namespace, name, bounds, ObjectExistenceRequirement.EITHER);
        }

        public SetLimitRangeIntent {
            bounds = Collections.unmodifiableSortedMap(new TreeMap<>(bounds));
        }

        @Override
        public String verb() {
            return "limits";
        }

        @Override
        public String summaryText() {
            return "Bound what pods of %s may ask for by %s range of limits %s".formatted(namespace,
                    expectedState == ObjectExistenceRequirement.NEW ? "a new" : "its", name);
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan limits", namespace, "--name", name));
            if (expectedState == ObjectExistenceRequirement.NEW) {
                texts.add("--new");
            }
            bounds.forEach((key, amount) -> texts.add(amount.isEmpty() ? "--unset " + key
                    : "--set " + key + "=" + amount));
            return String.join(" ", texts);
        }
    }

    /**
     * An intent to create a namespace with a quota for a team.
     *
     * @param hard   what its quota shall allow, by key as the server counts it
     * @param perPod how much of a resource one pod may have at most; empty for as much as the quota leaves
     */
    record CreateTeamNamespaceIntent(String namespace, SortedMap<String, String> hard, SortedMap<String, String> perPod)
            implements
                NamespacePolicyIntent {

        /** Of its quota, and of its range of limits. */
        public static final String BOUNDS = "team";

        public CreateTeamNamespaceIntent(String namespace, Map<String, String> hard, Map<String, String> perPod) {
            this(namespace, new TreeMap<>(hard), new TreeMap<>(perPod));
        }

        public CreateTeamNamespaceIntent {
            hard = Collections.unmodifiableSortedMap(new TreeMap<>(hard));
            perPod = Collections.unmodifiableSortedMap(new TreeMap<>(perPod));
        }

        @Override
        public String verb() {
            return "team";
        }

        @Override
        public String summaryText() {
            return "Make room for the team %s: %s".formatted(namespace, amountsText(hard));
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan team", namespace));
            hard.forEach((key, amount) -> texts.add("--set " + key + "=" + amount));
            perPod.forEach((resource, amount) -> texts.add("--per-pod " + resource + "=" + amount));
            return String.join(" ", texts);
        }
    }

    /** An intent to delete a team's namespace while it is empty. */
    record DeleteTeamNamespaceIntent(String namespace) implements NamespacePolicyIntent {

        @Override
        public String verb() {
            return "team";
        }

        @Override
        public String summaryText() {
            return "Remove the namespace %s, if nothing is in it".formatted(namespace);
        }

        @Override
        public String commandLine() {
            return "tessera plan team %s --remove".formatted(namespace);
        }
    }

    /**
     * An intent to set a PodDisruptionBudget.
     *
     * @param selector labels of the pods, all of which they have
     * @param minAvailable    how many shall stay ready, or a share such as {@code 50%}; empty where it is said how many may go
     * @param maxUnavailable     how many may be away; empty where it is said how many shall stay
     */
    record SetDisruptionBudgetIntent(String namespace, String name, SortedMap<String, String> selector,
            String minAvailable,
            String maxUnavailable,
            ObjectExistenceRequirement expectedState) implements NamespacePolicyIntent {

        public SetDisruptionBudgetIntent(String namespace, String name, SortedMap<String, String> selector,
                String least,
                String most) {
            this(namespace, name, selector, least, most, ObjectExistenceRequirement.EITHER);
        }

        /** Returns whether the text is a number of pods or a percentage. */
        public static boolean isAmount(String text) {
            return text.matches("[0-9]{1,9}|(100|[1-9]?[0-9])%");
        }

        public SetDisruptionBudgetIntent {
            selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
        }

        @Override
        public String verb() {
            return "budget";
        }

        @Override
        public String summaryText() {
            String many;
            if (!minAvailable.isEmpty()) {
                many = "at least " + minAvailable + " of ";
            } else if (maxUnavailable.isEmpty()) {
                many = "";
            } else if (maxUnavailable.matches("0%?")) {
                many = "all of ";
            } else {
                many = "all but " + maxUnavailable + " of ";
            }
            return "Keep %sthe pods %s in %s".formatted(many, labelsText(selector), namespace);
        }

        @Override
        public String commandLine() {
            return "tessera plan budget %s --name %s %s--selector %s %s".formatted(namespace, name,
                    expectedState == ObjectExistenceRequirement.NEW ? "--new " : "", labelsText(selector),
                    minAvailable.isEmpty() ? "--max-unavailable " + maxUnavailable : "--min-available " + minAvailable);
        }
    }

    /**
     * An intent to set a NetworkPolicy that limits which peers can reach some pods.
     *
     * @param selector labels of the pods, all of which they have; none for every pod of the namespace
     * @param sameNamespace      whether pods of the same namespace may
     * @param from     other namespaces whose pods may
     */
    record RestrictIngressIntent(String namespace, String name, SortedMap<String, String> selector,
            boolean sameNamespace,
            List<String> from,
            ObjectExistenceRequirement expectedState) implements NamespacePolicyIntent {

        public RestrictIngressIntent(String namespace, String name, SortedMap<String, String> selector, boolean own,
                List<String> from) {
            this(namespace, name, selector, own, from, ObjectExistenceRequirement.EITHER);
        }

        public RestrictIngressIntent {
            selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
            from = List.copyOf(from);
        }

        @Override
        public String verb() {
            return "network-policy";
        }

        @Override
        public String summaryText() {
            var who = new ArrayList<String>();
            if (sameNamespace) {
                who.add("its own pods");
            }
            who.addAll(from);
            return "Let %s reach %s".formatted(
                    who.isEmpty() ? "nobody" : "only " + WordListJoiner.joinWords(who, " and "),
                    selector.isEmpty() ? namespace : "the pods %s of %s".formatted(labelsText(selector), namespace));
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan network-policy", namespace, "--name", name));
            if (expectedState == ObjectExistenceRequirement.NEW) {
                texts.add("--new");
            }
            if (!selector.isEmpty()) {
                texts.add("--selector " + labelsText(selector));
            }
            if (!sameNamespace) {
                texts.add("--not-own");
            }
            from.forEach(other -> texts.add("--from " + other));
            return String.join(" ", texts);
        }
    }

    private static String labelsText(SortedMap<String, String> selector) {
        return selector.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }
}
