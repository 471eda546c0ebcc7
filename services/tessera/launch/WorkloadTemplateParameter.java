package tessera.launch;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.kube.cron.CronSchedule;
import tessera.kube.quantity.QuantityParser;
import tessera.model.ContainerImageNameValidator;
import tessera.model.IanaTimeZoneNames;
import tessera.text.MessageCatalog;

/**
 * A parameter of a template.
 *
 * @param key     what it is called on the command line and in the template
 * @param title   what a form calls it
 * @param help    one sentence without a full stop
 * @param defaultValue   what it is where nobody says otherwise; empty for nothing
 * @param values  all that it can be; none for anything of its type
 * @param minimum   of a number
 * @param maximum    of a number
 * @param required  whether it must not be empty
 * @param floor   another number of the template, which this one may not be below; empty for none
 */
public record WorkloadTemplateParameter(String key, TemplateParameterType type, String title, String help,
        String defaultValue, List<String> values, long minimum, long maximum, boolean required, String floor) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplateParameter.class);
    /** The key of the parameter that names the namespace of a template's objects. */
    public static final String NAMESPACE = "namespace";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern RESOURCE = Pattern.compile("[a-z0-9.-]+/[A-Za-z0-9._-]+");
    private static final Pattern LABEL = Pattern.compile("([a-z0-9.-]+/)?[A-Za-z0-9._-]+=[A-Za-z0-9._-]*");
    private static final Pattern TAINT = Pattern
            .compile("([a-z0-9.-]+/)?[A-Za-z0-9._-]+(=[A-Za-z0-9._-]*)?:(NoSchedule|NoExecute|PreferNoSchedule)");
    private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");
    private static final int LONGEST_NAME = 52;
    private static final int LONGEST_NAMESPACE = 63;

    /** The type of a parameter. */
    public enum TemplateParameterType {
        /** A name of an object; shorter than the longest that there can be, as controllers add to it. */
        NAME,
        IMAGE,
        /** An extended resource. */
        RESOURCE,
        COUNT,
        QUANTITY,
        /** Words of a command line, quoted as a shell has them. */
        WORDS,
        TEXT,
        FLAG,
        /** {@code KEY=VALUE}, with commas between them. */
        LABELS,
        /** {@code KEY:EFFECT} or {@code KEY=VALUE:EFFECT}, with commas between them. */
        TOLERATIONS,
        SCHEDULE,
        /** A time zone as the IANA names it. */
        ZONE,
        ADDRESS;

        static TemplateParameterType parse(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public WorkloadTemplateParameter {
        values = List.copyOf(values);
    }

    /** Returns the problem of a value, in one sentence without a full stop; empty if there is none. */
    public Optional<String> findProblem(String value) {
        if (value.isBlank() && required) {
            return problemText(new TemplateValueProblem.TemplateValueRequired(title, key));
        }
        return findProblem(value, key);
    }

    /** Returns the same for a form, where the parameter goes by its title. */
    Optional<String> findFormProblem(String value) {
        if (value.isBlank() && required) {
            return problemText(new TemplateValueProblem.TemplateValueRequired(title, ""));
        }
        return findProblem(value, MESSAGES.text("edit.title", title));
    }

    private Optional<String> findProblem(String value, String name) {
        if (value.isBlank()) {
            return Optional.empty();
        }
        if (!values.isEmpty() && !values.contains(value)) {
            return problemText(new TemplateValueProblem.TemplateValueNotListed(name, values, value));
        }
        if (type == TemplateParameterType.SCHEDULE) {
            return scheduleProblem(value);
        }
        if (type == TemplateParameterType.ZONE) {
            return timeZoneProblem(value);
        }
        if (type == TemplateParameterType.WORDS && !ShellWordSplitter.hasClosedQuotes(value)) {
            return problemText(new TemplateValueProblem.TemplateValueQuoteOpen(name, value));
        }
        if (type == TemplateParameterType.LABELS && isValid(value)) {
            return findDuplicate(value)
                    .flatMap(label -> problemText(new TemplateValueProblem.TemplateLabelRepeated(name, label)));
        }
        var reason = type == TemplateParameterType.IMAGE ? ContainerImageNameValidator.problemText(value).orElse("")
                : "";
        if (isValid(value)) {
            return Optional.empty();
        }
        return problemText(new TemplateValueProblem.TemplateValueInvalid(name, rangeText(), value, reason));
    }

    private static Optional<String> problemText(TemplateValueProblem problem) {
        return Optional.of(problem.text());
    }

    private static Optional<String> findDuplicate(String labels) {
        var seen = new HashSet<String>();
        return Stream.of(labels.split(",", -1)).map(each -> each.substring(0, each.indexOf('=')))
                .filter(each -> !seen.add(each)).findFirst();
    }

    private Optional<String> scheduleProblem(String value) {
        if (CronSchedule.namesTimeZone(value)) {
            return problemText(new TemplateValueProblem.TemplateScheduleNamesZone(title));
        }
        return CronSchedule.findProblem(value).flatMap(
                fault -> problemText(new TemplateValueProblem.TemplateScheduleInvalid(title, fault.problemText())));
    }

    private static Optional<String> timeZoneProblem(String value) {
        if (IanaTimeZoneNames.isKnown(value)) {
            return Optional.empty();
        }
        return problemText(
                new TemplateValueProblem.TemplateZoneUnknown(value, IanaTimeZoneNames.suggestName(value).orElse("")));
    }

    /** Returns the conflict with other answers, in one sentence without a full stop; empty if there is none. */
    Optional<String> findProblem(Map<String, String> all, Optional<WorkloadTemplateParameter> lowest) {
        var here = QuantityParser.parseUnits(all.getOrDefault(key, defaultValue));
        var there = lowest.map(other -> QuantityParser.parseUnits(all.getOrDefault(other.key(), other.defaultValue())))
                .orElse(OptionalLong.empty());
        if (here.isPresent() && there.isPresent() && here.getAsLong() < there.getAsLong()) {
            return problemText(new TemplateValueProblem.TemplateValueTooLow(title, here.getAsLong(),
                    lowest.map(WorkloadTemplateParameter::title).orElse(""), there.getAsLong()));
        }
        return Optional.empty();
    }

    private boolean isValid(String value) {
        return switch (type) {
            case NAME -> value.length() <= longestName() && NAME.matcher(value).matches();
            case IMAGE -> ContainerImageNameValidator.problemText(value).isEmpty();
            case RESOURCE -> RESOURCE.matcher(value).matches();
            case COUNT ->
                value.matches("\\d{1,9}") && Long.parseLong(value) >= minimum && Long.parseLong(value) <= maximum;
            case QUANTITY -> QuantityParser.parseExact(value).filter(amount -> amount.signum() > 0).isPresent();
            case FLAG -> value.equals("true") || value.equals("false");
            case LABELS -> List.of(value.split(",", -1)).stream().allMatch(each -> LABEL.matcher(each).matches());
            case TOLERATIONS -> List.of(value.split(",", -1)).stream().allMatch(each -> TAINT.matcher(each).matches());
            case ADDRESS -> ADDRESS.matcher(value).matches();
            case WORDS, TEXT, SCHEDULE, ZONE -> value.chars().noneMatch(Character::isISOControl);
        };
    }

    /** Returns whether it is a number or a boolean, which needs no quotes. */
    boolean isUnquoted() {
        return type == TemplateParameterType.COUNT || type == TemplateParameterType.FLAG;
    }

    /** Returns the maximum length of a name; a namespace exists already, so nothing is appended to it. */
    private int longestName() {
        return key.equals(NAMESPACE) ? LONGEST_NAMESPACE : LONGEST_NAME;
    }

    private String rangeText() {
        return switch (type) {
            case NAME -> MESSAGES.text("range.name", longestName());
            case IMAGE -> MESSAGES.text("range.image");
            case RESOURCE -> MESSAGES.text("range.resource");
            case COUNT -> MESSAGES.text("range.count", minimum, maximum);
            case QUANTITY -> MESSAGES.text("range.quantity");
            case FLAG -> MESSAGES.text("range.flag");
            case LABELS -> MESSAGES.text("range.labels");
            case TOLERATIONS -> MESSAGES.text("range.tolerations");
            case ADDRESS -> MESSAGES.text("range.address");
            case WORDS, TEXT, SCHEDULE, ZONE -> MESSAGES.text("range.text");
        };
    }
}
