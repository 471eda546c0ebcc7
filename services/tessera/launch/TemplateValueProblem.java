package tessera.launch;

import java.util.List;
import tessera.text.Reason;

/** The reason why a value of a template's parameter is not accepted. */
sealed interface TemplateValueProblem extends Reason {

    /**
     * A required template parameter without a value.
     *
     * @param key the parameter's key for {@code --set}; empty in a form
     */
    record TemplateValueRequired(String title, String key) implements TemplateValueProblem {}

    record TemplateValueNotListed(String name, List<String> values, String value) implements TemplateValueProblem {}

    record TemplateValueQuoteOpen(String name, String value) implements TemplateValueProblem {}

    record TemplateLabelRepeated(String name, String label) implements TemplateValueProblem {}

    /**
     * A value that its template parameter does not accept.
     *
     * @param range the accepted values, in words
     */
    record TemplateValueInvalid(String name, String range, String value,
            String problem) implements TemplateValueProblem {}

    record TemplateScheduleNamesZone(String title) implements TemplateValueProblem {}

    record TemplateScheduleInvalid(String title, String problem) implements TemplateValueProblem {}

    /**
     * A time zone that does not exist.
     *
     * @param suggestion a zone that may be meant; empty for none
     */
    record TemplateZoneUnknown(String zone, String suggestion) implements TemplateValueProblem {}

    record TemplateValueTooLow(String title, long value, String other, long minimum) implements TemplateValueProblem {}

    record TemplateServiceNameInvalid() implements TemplateValueProblem {}

    record TemplateSettingUnknown(String template, String setting,
            List<String> accepted) implements TemplateValueProblem {}
}
