package tessera.plan.intent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.kube.quantity.QuantityParser;
import tessera.quota.QuotaKey;
import tessera.text.MessageCatalog;

/** An intent to change the bounds or protection of a namespace. */
public sealed interface NamespacePolicyIntent extends ChangeIntent {

    MessageCatalog MESSAGES = MessageCatalog.of(NamespacePolicyIntent.class);

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

    private static List<String> amountTexts(SortedMap<String, String> hard) {
        return hard.entrySet().stream().map(entry -> {
            var key = new QuotaKey(entry.getKey());
            return entry.getValue().isEmpty() ? MESSAGES.text("quota.unlimited", key.text())
                    : key.amountText(QuantityParser.readableText(entry.getValue()));
        }).toList();
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
            return MESSAGES.text("quota", expectedState, name, namespace, amountTexts(hard));
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan", verb(), namespace));
            if (!name.isEmpty()) {
                texts.add("--name " + name);
            }
            if (expectedState == ObjectExistenceRequirement.NEW) {
                texts.add("--new");
            }
            hard.forEach(
                    (key, amount) -> texts.add(amount.isEmpty() ? "--unset " + key : "--set " + key + "=" + amount));
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
            return MESSAGES.text("limits", expectedState, name, namespace);
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan", verb(), namespace, "--name", name));
            if (expectedState == ObjectExistenceRequirement.NEW) {
                texts.add("--new");
            }
            bounds.forEach(
                    (key, amount) -> texts.add(amount.isEmpty() ? "--unset " + key : "--set " + key + "=" + amount));
            return String.join(" ", texts);
        }
    }

    /**
     * An intent to create a namespace with a quota for a team.
     *
     * @param hard   what its quota shall allow, by key as the server counts it
     * @param perPod how much of a resource one pod may have at most; empty for as much as the quota leaves
     */
    record CreateTeamNamespaceIntent(String namespace, SortedMap<String, String> hard,
            SortedMap<String, String> perPod) implements NamespacePolicyIntent {

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
            return MESSAGES.text("team.create", namespace, amountTexts(hard));
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan", verb(), namespace));
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
            return MESSAGES.text("team.delete", namespace);
        }

        @Override
        public String commandLine() {
            return "tessera plan %s %s --remove".formatted(verb(), namespace);
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
            String minAvailable, String maxUnavailable,
            ObjectExistenceRequirement expectedState) implements NamespacePolicyIntent {

        public SetDisruptionBudgetIntent(String namespace, String name, SortedMap<String, String> selector,
                String least, String most) {
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
            var labels = labelsText(selector);
            if (!minAvailable.isEmpty()) {
                return MESSAGES.text("budget.min", minAvailable, labels, namespace);
            }
            return maxUnavailable.isEmpty() || maxUnavailable.matches("0%?")
                    ? MESSAGES.text("budget.all", labels, namespace)
                    : MESSAGES.text("budget.max", maxUnavailable, labels, namespace);
        }

        @Override
        public String commandLine() {
            return "tessera plan %s %s --name %s %s--selector %s %s".formatted(verb(), namespace, name,
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
            boolean sameNamespace, List<String> from,
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
                who.add(MESSAGES.text("ingress.own"));
            }
            who.addAll(from);
            var whom = selector.isEmpty() ? namespace : MESSAGES.text("ingress.pods", labelsText(selector), namespace);
            return who.isEmpty() ? MESSAGES.text("ingress.none", whom) : MESSAGES.text("ingress.some", whom, who);
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera plan", verb(), namespace, "--name", name));
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
