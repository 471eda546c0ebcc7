package tessera.plan.intent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.model.ListText;
import tessera.model.Quantity;
import tessera.quota.QuotaKey;

/** Something that is wanted of what bounds a namespace. */
public sealed interface QuotaIntent extends ChangeIntent {

    /** How many amounts are named in a sentence. */
    int FEW = 2;

    String namespace();

    /** What an object shall be before it is bounded anew. */
    enum Aim {
        /** It is not there yet, and one that is there is left as it is. */
        NEW,
        /** It is there, and is not made where it is gone. */
        THERE,
        /** It is changed if it is there, and else made. */
        EITHER
    }

    /** The first amounts of some, in words. */
    private static String amounts(SortedMap<String, String> hard) {
        var words = hard.entrySet().stream().limit(FEW)
                .map(entry -> new QuotaKey(entry.getKey())
                        .words(entry.getValue().isEmpty() ? "any number of"
                                : Quantity.readable(entry.getValue())))
                .collect(Collectors.joining(", "));
        return hard.size() > FEW ? "%s and %d more".formatted(words, hard.size() - FEW) : words;
    }

    /**
     * A quota that allows so much.
     *
     * @param name empty for the one that there is, or a new one
     * @param hard what it shall allow, by key as the server counts it; an empty amount takes the key away
     */
    record SetQuota(String namespace, String name, SortedMap<String, String> hard, Aim aim) implements QuotaIntent {

        public SetQuota(String namespace, String name, Map<String, String> hard) {
            this(namespace, name, new TreeMap<>(hard), Aim.EITHER);
        }

        public SetQuota {
            hard = Collections.unmodifiableSortedMap(new TreeMap<>(hard));
        }

        /** The same, of a quota by this name. */
        public SetQuota named(String other) {
            return new SetQuota(namespace, other, hard, aim);
        }

        /** The same of one that is there, is not, or may be. */
        public SetQuota aimed(Aim other) {
            return new SetQuota(namespace, name, hard, other);
        }

        @Override
        public String verb() {
            return "quota";
        }

        @Override
        public String words() {
            return "Limit %s%s to %s".formatted(namespace, name.isEmpty() ? ""
                    : (aim == Aim.NEW ? " by a new quota " : " by its quota ") + name, amounts(hard));
        }

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("tessera plan quota", namespace));
            if (!name.isEmpty()) {
                words.add("--name " + name);
            }
            if (aim == Aim.NEW) {
                words.add("--new");
            }
            hard.forEach((key, amount) -> words.add(amount.isEmpty() ? "--unset " + key
                    : "--set " + key + "=" + amount));
            return String.join(" ", words);
        }
    }

    /**
     * A range of limits that says so much.
     *
     * @param bounds amounts by what they bound, e.g. {@code Pod/max/nvidia.com/gpu}; an empty amount takes a bound away
     */
    record SetLimits(String namespace, String name, SortedMap<String, String> bounds, Aim aim) implements QuotaIntent {

        public SetLimits(String namespace, String name, SortedMap<String, String> bounds) {
            this(namespace, name, bounds, Aim.EITHER);
        }

        public SetLimits {
            bounds = Collections.unmodifiableSortedMap(new TreeMap<>(bounds));
        }

        @Override
        public String verb() {
            return "limits";
        }

        @Override
        public String words() {
            return "Bound what pods of %s may ask for by %s range of limits %s".formatted(namespace,
                    aim == Aim.NEW ? "a new" : "its", name);
        }

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("tessera plan limits", namespace, "--name", name));
            if (aim == Aim.NEW) {
                words.add("--new");
            }
            bounds.forEach((key, amount) -> words.add(amount.isEmpty() ? "--unset " + key
                    : "--set " + key + "=" + amount));
            return String.join(" ", words);
        }
    }

    /**
     * A namespace for a team, with a quota.
     *
     * @param hard   what its quota shall allow, by key as the server counts it
     * @param perPod how much of a resource one pod may have at most; empty for as much as the quota leaves
     */
    record MakeTeam(String namespace, SortedMap<String, String> hard, SortedMap<String, String> perPod)
            implements
                QuotaIntent {

        /** Of its quota, and of its range of limits. */
        public static final String BOUNDS = "team";

        public MakeTeam(String namespace, Map<String, String> hard, Map<String, String> perPod) {
            this(namespace, new TreeMap<>(hard), new TreeMap<>(perPod));
        }

        public MakeTeam {
            hard = Collections.unmodifiableSortedMap(new TreeMap<>(hard));
            perPod = Collections.unmodifiableSortedMap(new TreeMap<>(perPod));
        }

        @Override
        public String verb() {
            return "team";
        }

        @Override
        public String words() {
            return "Make room for the team %s: %s".formatted(namespace, amounts(hard));
        }

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("tessera plan team", namespace));
            hard.forEach((key, amount) -> words.add("--set " + key + "=" + amount));
            perPod.forEach((resource, amount) -> words.add("--per-pod " + resource + "=" + amount));
            return String.join(" ", words);
        }
    }

    /** A namespace of a team gone again, while there is nothing in it. */
    record DissolveTeam(String namespace) implements QuotaIntent {

        @Override
        public String verb() {
            return "team";
        }

        @Override
        public String words() {
            return "Remove the namespace %s, if nothing is in it".formatted(namespace);
        }

        @Override
        public String command() {
            return "tessera plan team %s --remove".formatted(namespace);
        }
    }

    /**
     * A disruption budget: how many of some pods an eviction may not touch.
     *
     * @param selector labels of the pods, all of which they have
     * @param least    how many shall stay ready, or a share such as {@code 50%}; empty where it is said how many may go
     * @param most     how many may be away; empty where it is said how many shall stay
     */
    record KeepPods(String namespace, String name, SortedMap<String, String> selector, String least, String most,
            Aim aim) implements QuotaIntent {

        public KeepPods(String namespace, String name, SortedMap<String, String> selector, String least, String most) {
            this(namespace, name, selector, least, most, Aim.EITHER);
        }

        /** Whether that is a number of pods, or a share of them. */
        public static boolean isAmount(String text) {
            return text.matches("[0-9]{1,9}|(100|[1-9]?[0-9])%");
        }

        public KeepPods {
            selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
        }

        @Override
        public String verb() {
            return "budget";
        }

        @Override
        public String words() {
            var many = !least.isEmpty() ? "at least " + least + " of "
                    : most.isEmpty() ? "" : most.matches("0%?") ? "all of " : "all but " + most + " of ";
            return "Keep %sthe pods %s in %s".formatted(many, labels(selector), namespace);
        }

        @Override
        public String command() {
            return "tessera plan budget %s --name %s %s--selector %s %s".formatted(namespace, name,
                    aim == Aim.NEW ? "--new " : "", labels(selector),
                    least.isEmpty() ? "--max-unavailable " + most : "--min-available " + least);
        }
    }

    /**
     * Who may reach some pods over the network: nobody else.
     *
     * @param selector labels of the pods, all of which they have; none for every pod of the namespace
     * @param own      whether pods of the same namespace may
     * @param from     other namespaces whose pods may
     */
    record GuardPods(String namespace, String name, SortedMap<String, String> selector, boolean own, List<String> from,
            Aim aim) implements QuotaIntent {

        public GuardPods(String namespace, String name, SortedMap<String, String> selector, boolean own,
                List<String> from) {
            this(namespace, name, selector, own, from, Aim.EITHER);
        }

        public GuardPods {
            selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
            from = List.copyOf(from);
        }

        @Override
        public String verb() {
            return "network-policy";
        }

        @Override
        public String words() {
            var who = new ArrayList<String>();
            if (own) {
                who.add("its own pods");
            }
            who.addAll(from);
            return "Let %s reach %s".formatted(who.isEmpty() ? "nobody" : "only " + ListText.joined(who, " and "),
                    selector.isEmpty() ? namespace : "the pods %s of %s".formatted(labels(selector), namespace));
        }

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("tessera plan network-policy", namespace, "--name", name));
            if (aim == Aim.NEW) {
                words.add("--new");
            }
            if (!selector.isEmpty()) {
                words.add("--selector " + labels(selector));
            }
            if (!own) {
                words.add("--not-own");
            }
            from.forEach(other -> words.add("--from " + other));
            return String.join(" ", words);
        }
    }

    private static String labels(SortedMap<String, String> selector) {
        return selector.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }
}
