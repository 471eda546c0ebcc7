package tessera.launch;

import java.util.List;
import tessera.text.Reason;

/** The reason why a value of a template's parameter is not accepted. */
sealed interface TemplateValueProblem extends Reason {

    /**
     * Template value required.
     *
     * @param key empty in a form
     */
    record TemplateValueRequired(String title, String key) implements TemplateValueProblem {}

    record TemplateValueNotListed(String name, List<String> values, String value) implements TemplateValueProblem {}

    record TemplateValueQuoteOpen(String name, String value) implements TemplateValueProblem {}

    record TemplateLabelRepeated(String name, String label) implements TemplateValueProblem {}

    /**
     * Template value invalid.
     *
     * @param range what it takes
     */
    record TemplateValueInvalid(String name, String range, String value, String problem)
            implements
                TemplateValueProblem {}

    record TemplateScheduleNamesZone(String title) implements TemplateValueProblem {}

    record TemplateScheduleInvalid(String title, String problem) implements TemplateValueProblem {}

    /**
     * Template zone unknown.
     *
     * @param suggestion may be empty
     */
    record TemplateZoneUnknown(String zone, String suggestion) implements TemplateValueProblem {}

    record TemplateValueTooLow(String title, long value, String other, long minimum) implements TemplateValueProblem {}

    record TemplateServiceNameInvalid() implements TemplateValueProblem {}

    record TemplateSettingUnknown(String template, String setting, List<String> accepted)
            implements
                TemplateValueProblem {}
}
